/** Chooses the screen. */
import type { ComponentChildren } from "preact";
import { definitions } from "./art";
import type * as wire from "./net/wire";
import { route } from "./router";
import { Home } from "./screens/home";
import { HowTo } from "./screens/howto";
import { Learn } from "./screens/learn";
import { Replay } from "./screens/replay";
import { Rules } from "./screens/rules";
import { Seated } from "./screens/seated";
import { t } from "./words/words";

export const App = ({ about }: { about: wire.About }) => (
  <>
    {definitions()}
    <Screen about={about} />
  </>
);

function Screen({ about }: { about: wire.About }) {
  const now = route.value;
  switch (now.screen) {
    case "table":
      return <Seated key={now.table} table={now.table} invitation={now.invitation} wanted={now.seat} about={about} />;
    case "replay":
      return <Replay key={now.table} table={now.table} asked={now} />;
    case "rules":
      return (
        <Page title={t("web.rules")}>
          <Rules rule={now.rule} />
        </Page>
      );
    case "learn":
      return <Learn />;
    case "howto":
      return <HowTo />;
    case "credits":
      return (
        <Page title={t("web.credits")}>
          <p>{t("web.credits.about")}</p>
          <p>{t("web.credits.fonts")}</p>
          <p>
            <a href="/assets/licences.txt">{t("web.credits.licences")}</a>
          </p>
        </Page>
      );
    case "home":
      return <Home about={about} />;
  }
}

const Page = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <main class="plain waves">
    <div class="dossier wide">
      <p>
        <a href="/">← Estoril</a>
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);
