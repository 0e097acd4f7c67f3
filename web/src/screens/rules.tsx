/** The rule reference: chapters, ids, search. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { Icon } from "../parts/icon";
import { rulebook } from "../store/content";
import { t } from "../words/words";

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

interface Wish {
  rule?: string | null;
  /** The readings that a table has chosen: their words stand beside the rules that they change. */
  rulings?: string[];
  /** Whether it lies in something with a heading of its own. */
  inside?: boolean;
}

export function Rules({ rule, rulings, inside }: Wish) {
  const book = rulebook.value;
  const Heading = inside ? "h3" : "h2";
  const [wanted, setWanted] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const byId = useMemo(() => new Map(book?.rules.map((one) => [one.id, one])), [book]);
  useEffect(() => {
    if (rule) box.current?.querySelector(`#rule-${CSS.escape(rule)}`)?.scrollIntoView({ block: "center" });
  }, [rule, book]);
  if (!book) return null;
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const chosen = (one: wire.Rule): [string, string][] =>
    Object.entries(one.readings ?? {}).filter(([name]) => rulings?.includes(name));
  const fits = (one: wire.Rule): boolean =>
    words.every((word) => plain(`${one.id} ${one.text} ${chosen(one).join(" ")}`).includes(word));
  const chapters = book.chapters
    .map((chapter) => ({
      chapter,
      rules: chapter.rules
        .map((id) => byId.get(id))
        .filter((one) => one !== undefined)
        .filter(fits),
    }))
    .filter(({ rules }) => rules.length > 0);
  return (
    <div class="rules" ref={box}>
      <label class="search">
        <Icon name="search" px={18} />
        <input
          type="search"
          value={wanted}
          placeholder={t("web.rules.search")}
          aria-label={t("web.rules.search")}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      {!chapters.length && <p class="quiet">{t("web.rules.none", { words: wanted })}</p>}
      {chapters.map(({ chapter, rules }) => (
        <section key={chapter.id}>
          <Heading>{chapter.title}</Heading>
          {!words.length && chapter.intro && <p class="intro">{chapter.intro}</p>}
          <dl>
            {rules.map((one) => (
              <div key={one.id} id={`rule-${one.id}`} class={one.id === rule ? "here" : ""}>
                <dt>{one.id}</dt>
                <dd>
                  {one.text}
                  {one.ruling && <em> {t("web.rules.ruling")}</em>}
                  {chosen(one).map(([name, text]) => (
                    <p key={name} class="reading">
                      <em>{t("web.rules.reading", { ruling: t(`ruling.${name}`) })}</em> {text}
                    </p>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
