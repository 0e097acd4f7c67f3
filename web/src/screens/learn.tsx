/** The guided first game: a real table with one easy opponent and somebody who explains. */
import { useState } from "preact/hooks";
import { guide } from "../parts/guide";
import { TilePic } from "../parts/pieces";
import { USUAL } from "../parts/setup";
import { route } from "../router";
import { t } from "../words/words";
import { openTable } from "./home";

export function Learn() {
  const [problem, setProblem] = useState("");
  const begin = async (): Promise<void> => {
    try {
      await openTable({ ...USUAL, seats: ["me", "tourist"] });
      if (route.value.screen === "table") guide(route.value.table);
    } catch {
      setProblem(t("web.offline.lost"));
    }
  };
  return (
    <main class="plain waves">
      <div class="dossier story">
        <h1>{t("web.learn")}</h1>
        <div class="cast" aria-hidden="true">
          {["linda_x", "elizabeth", "roque", "guedes", "hans_r", "araujo"].map((id) => (
            <TilePic key={id} id={id} px={84} owner="red" />
          ))}
        </div>
        {["web.learn.story.first", "web.learn.story.then", "web.learn.story.now"].map((part) => (
          <p key={part}>{t(part)}</p>
        ))}
        <div class="buttons">
          <button type="button" class="btn" data-do="learn" onClick={() => void begin()}>
            {t("web.learn.begin")}
          </button>
          <a class="btn alt" href="/">
            {t("web.head.home")}
          </a>
        </div>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </main>
  );
}
