/** Names for narrow strips. */

const INITIAL = /^.{1,2}\.$/;
const PARTICLE = /^(de|da|do|von|van|of)$/i;

/** The name itself if it has at most so many letters, otherwise what one would be called by: the title or the surname. */
export function shortName(name: string, letters: number): string {
  if (name.length <= letters) return name;
  // "Garbo (Juan Pujol)" is Garbo, "Edward, Duke of Windsor" the Duke of Windsor.
  const called = name.replace(/ *\(.*\)/, '').replace(/^.*, */, '');
  const words = called.split(' ');
  const dispensable = (word: string | undefined) => word !== undefined && (INITIAL.test(word) || PARTICLE.test(word));
  while (words.length > 1 && (words.join(' ').length > letters || dispensable(words[0]))) {
    if (words.length === 2 && INITIAL.test(words[1] ?? '')) break;
    words.shift();
  }
  return words.join(' ');
}
