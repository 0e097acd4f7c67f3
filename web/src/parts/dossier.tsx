/** A folder of somebody else: what it can still be, and what one thinks that it is. */
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import { LONGEST_NOTE, type Note } from "../store/notes";
import type { TableStore } from "../store/table";
import { t, tn } from "../words/words";
import { Dialog } from "./dialog";
import { type Colour, TilePic } from "./pieces";

/** A press leads from one mark to the next. */
const NEXT = { "": "yes", yes: "no", no: "" } as const;

export function Dossier({ store, space, onClose }: { store: TableStore; space: wire.Space; onClose: () => void }) {
  const view = store.shown.value;
  if (!view) return null;
  const teller = store.teller.value;
  const note = store.notes.of(view.round, space);
  const write = (change: Partial<Note>): void => store.notes.write(view.round, space, { ...note, ...change });
  const turn = (tile: string): void => {
    const { [tile]: now = "", ...others } = note.marks;
    const next = NEXT[now];
    write({ marks: next ? { ...others, [tile]: next } : others });
  };
  const owner = view.players[space.owner ?? 0];
  const possible = space.possible ?? [];
  return (
    <Dialog title={t("web.folder.title", { space: teller.space(space.id) })} onClose={onClose}>
      <div class="dossier-of">
        <p>
          {t("web.tip.down", { player: teller.player(space.owner ?? 0) })} {tn("web.folder.possible", possible.length)}
        </p>
        <ul>
          {possible.map((tile) => {
            const mark = note.marks[tile];
            return (
              <li key={tile}>
                <button
                  type="button"
                  class={mark ?? ""}
                  data-mark={tile}
                  aria-label={t(`web.folder.mark.${mark ?? "none"}`, { tile: teller.tellTile(tile) })}
                  onClick={() => turn(tile)}
                >
                  <TilePic
                    id={tile}
                    px={92}
                    owner={contents().tile(tile).starting ? (owner?.colour as Colour) : undefined}
                  />
                </button>
              </li>
            );
          })}
        </ul>
        <p class="quiet">{t("web.folder.how")}</p>
        <label>
          <span>{t("web.folder.note")}</span>
          <input
            data-set="note"
            value={note.text}
            maxLength={LONGEST_NOTE}
            autocomplete="off"
            onInput={(event) => write({ text: event.currentTarget.value })}
          />
        </label>
        <p class="quiet">{t("web.folder.private")}</p>
      </div>
    </Dialog>
  );
}

/** A note in a few words, to be seen on the board. */
export function tagOf({ marks, text }: Note, possible: readonly string[], name: (tile: string) => string): string {
  const named = possible.filter((tile) => marks[tile] === "yes").map(name);
  const left = possible.filter((tile) => marks[tile] !== "no").length;
  const guess = named.length ? `${named.join(" / ")}?` : left < possible.length ? t("web.folder.left", { left }) : "";
  return [guess, text].filter(Boolean).join(" · ");
}
