/** Choices that look random and follow from a name alone. */

/** A function that picks from lists, always in the same way for the same name. */
export function chooser(name: string): <T>(choices: readonly T[]) => T {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (choices) => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822519);
    seed = (seed ^ (seed >>> 13)) >>> 0;
    return choices[seed % choices.length] as (typeof choices)[number];
  };
}
