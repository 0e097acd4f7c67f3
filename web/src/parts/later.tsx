/** Parts of the client that are fetched when somebody first asks for them. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/words";

/** A component that is fetched when it is first shown; until then there is nothing, or how to try again. */
export function later<Props extends object>(fetched: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Ready: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [state, setState] = useState<"waiting" | "here" | "lost">(Ready ? "here" : "waiting");
    useEffect(() => {
      if (Ready) return;
      fetched()
        .then((component) => {
          Ready = component;
          setState("here");
        })
        .catch(() => setState("lost"));
    }, []);
    if (Ready) return <Ready {...props} />;
    if (state === "waiting") return null;
    return (
      <div class="lost" role="alert">
        <b>{t("web.lost")}</b>
        <button type="button" class="btn dark" onClick={() => location.reload()}>
          {t("web.lost.again")}
        </button>
      </div>
    );
  };
}

/** Fetch the style of such a part, once. */
export const styled = (address: string): Promise<void> =>
  new Promise((done, failed) => {
    if (document.querySelector(`link[href="${address}"]`)) return done();
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    link.onload = () => done();
    link.onerror = () => failed(new Error(address));
    document.head.append(link);
  });
