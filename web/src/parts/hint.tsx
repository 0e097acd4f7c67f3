/** What a spymaster would do in one's place: two or three things, how good each is, and why. */
import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { chanceOf } from "../store/review";
import { type TableStore, tellFailure } from "../store/table";
import { t } from "../words/words";
import { Dialog } from "./dialog";

export function HintDialog({ store }: { store: TableStore }) {
  const [told, setTold] = useState<wire.Advised | null>(null);
  const [problem, setProblem] = useState("");
  const turn = store.now.value?.turn ?? 0;
  const close = (): void => {
    store.hinting.value = false;
  };
  useEffect(() => {
    if (!turn) return close();
    setTold(null);
    setProblem("");
    let gone = false;
    api.hint(store.id, store.token, { turn }).then(
      (found) => !gone && setTold(found),
      (error: unknown) => !gone && setProblem(tellFailure(error)),
    );
    return () => {
      gone = true;
    };
  }, [turn]);
  // tiles are discarded together, and chosen one by one
  const single = store.now.value?.decision?.kind !== "discard";
  const { say } = store.teller.value;
  return (
    <Dialog title={t("web.hint")} onClose={close}>
      {!told && !problem && <p role="status">{t("web.hint.thinking")}</p>}
      {problem && <p role="alert">{problem}</p>}
      {told && (
        <>
          <ol class="hints">
            {told.hints?.map((one) => (
              <li key={one.code}>
                <p>
                  <b>{say(one.said)}</b>: {chanceOf(one.chance, one.error)}
                </p>
                {one.reasons?.map((said, i) => (
                  <p key={i}>
                    <q>{say(said)}</q>
                  </p>
                ))}
                {single && (
                  <button
                    type="button"
                    class="btn alt"
                    data-do="take-hint"
                    aria-label={`${t("web.hint.take")} ${say(one.said)}`}
                    onClick={() => {
                      close();
                      void store.act(one.code);
                    }}
                  >
                    {t("web.hint.take")}
                  </button>
                )}
              </li>
            ))}
          </ol>
          <p>
            <small>{t("web.hint.about")}</small>
          </p>
        </>
      )}
    </Dialog>
  );
}
