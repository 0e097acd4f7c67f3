/** The guided first game. */
import type * as wire from "../net/wire";
import { t } from "../words/words";

export function Learn({ about: _ }: { about: wire.About }) {
  return <main class="plain waves"><div class="dossier"><h1>{t("web.learn")}</h1><a class="btn" href="/">{t("web.head.home")}</a></div></main>;
}
