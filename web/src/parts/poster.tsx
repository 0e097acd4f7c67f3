/** The poster behind the way in, with its lettering. */
import { lettering, poster } from "../art";
import { t } from "../words/words";

export const Poster = () => (
  <div class="poster" aria-hidden="true">
    {poster()}
    <svg class="lettering" viewBox="90 20 820 260" focusable="false">
      {lettering(t("web.home.motto"))}
    </svg>
  </div>
);
