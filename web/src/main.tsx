/** Starts the client: words, content, what the server offers; then the screen. */
import { render } from "preact";
import "./style/all.css";
import { App } from "./app";
import * as api from "./net/api";
import { beginWorker } from "./net/worker";
import { loadContent, loadRules } from "./store/content";
import { settings } from "./store/settings";
import { language, speak } from "./words/words";

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (!root) return;
  const wanted = new URLSearchParams(location.search).get("language") ?? settings.value.language;
  try {
    const [about] = await Promise.all([api.about(), speak(wanted), loadContent()]);
    render(<App about={about} />, root);
    void loadRules(language()).catch(console.error);
    void beginWorker(() => [api.wordsPath(wanted), api.rulesPath(language())]);
  } catch (problem) {
    root.textContent = root.dataset.lost ?? "";
    console.error(problem);
    setTimeout(() => void start(), 2000);
  }
}

/** Speak what is chosen from now on, here or in another tab. */
let chosen = settings.value.language;
settings.subscribe(({ language: now }) => {
  if (now === chosen) return;
  chosen = now;
  speak(now)
    .then(() => loadRules(language()))
    .catch(console.error);
});

void start();
