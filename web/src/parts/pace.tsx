/** How fast things are shown, by name. */
import { prefer, SPEEDS, type Speed, settings } from "../store/settings";
import { t } from "../words/words";

export const PaceChoice = () => (
  <select
    data-set="speed"
    aria-label={t("web.set.speed")}
    value={settings.value.speed}
    onChange={(event) => prefer({ speed: event.currentTarget.value as Speed })}
  >
    {SPEEDS.map((speed) => (
      <option key={speed} value={speed}>
        {t(`web.speed.${speed}`)}
      </option>
    ))}
  </select>
);

export const Pace = () => (
  <label class="pace">
    <span>{t("web.set.speed.short")}</span>
    <PaceChoice />
  </label>
);
