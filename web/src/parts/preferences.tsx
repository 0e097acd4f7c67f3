/** What a person can set for themselves. */
import { install } from "../net/worker";
import { play } from "../sound/synth";
import { type Coach, type Confirm, prefer, reducedMotion, settings, type Theme } from "../store/settings";
import { language, languages, t } from "../words/words";
import { wantCalls } from "./calls";
import { PaceChoice } from "./pace";

type Switch = "typewriter" | "notify" | "still" | "talk";

export const LanguageChoice = () => (
  <select
    data-set="language"
    aria-label={t("web.set.language")}
    value={language()}
    onChange={(event) => prefer({ language: event.currentTarget.value })}
  >
    {languages().map((one) => (
      <option key={one} value={one}>
        {new Intl.DisplayNames([one], { type: "language" }).of(one)}
      </option>
    ))}
  </select>
);

export function Preferences() {
  const now = settings.value;
  const Toggle = ({ name, label }: { name: Switch; label: string }) => (
    <label class="row">
      <span>{label}</span>
      <input type="checkbox" checked={now[name]} onChange={(event) => toggle(name, event.currentTarget.checked)} />
    </label>
  );
  return (
    <div class="prefs">
      <label class="row">
        <span>{t("web.set.language")}</span>
        <LanguageChoice />
      </label>
      <label class="row">
        <span>{t("web.set.speed")}</span>
        <PaceChoice />
      </label>
      <label class="row">
        <span>{t("web.set.theme")}</span>
        <select value={now.theme} onChange={(event) => prefer({ theme: event.currentTarget.value as Theme })}>
          {(["auto", "light", "dark"] as const).map((theme) => (
            <option key={theme} value={theme}>
              {t(`web.theme.${theme}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        <span>{t("web.set.confirm")}</span>
        <select
          data-set="confirm"
          value={now.confirm}
          onChange={(event) => prefer({ confirm: event.currentTarget.value as Confirm })}
        >
          {(["touch", "always", "never"] as const).map((when) => (
            <option key={when} value={when}>
              {t(`web.confirm.${when}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="row">
        <span>{t("web.set.volume")}</span>
        <input
          type="range"
          data-set="volume"
          min="0"
          max="100"
          step="5"
          disabled={reducedMotion.value}
          value={Math.round((now.muted ? 0 : now.volume) * 100)}
          onInput={(event) => prefer({ volume: Number(event.currentTarget.value) / 100, muted: false })}
          onChange={() => play("card")}
        />
      </label>
      <label class="row">
        <span>{t("web.set.coach")}</span>
        <select
          data-set="coach"
          value={now.coach}
          onChange={(event) => prefer({ coach: event.currentTarget.value as Coach })}
        >
          {(["first", "always", "never"] as const).map((when) => (
            <option key={when} value={when}>
              {t(`web.coach.${when}`)}
            </option>
          ))}
        </select>
      </label>
      <Toggle name="still" label={t("web.set.still")} />
      <Toggle name="talk" label={t("web.set.talk")} />
      <Toggle name="typewriter" label={t("web.set.typewriter")} />
      {"Notification" in window && <Toggle name="notify" label={t("web.set.notify")} />}
      {install.value && (
        <button type="button" class="btn alt" data-do="install" onClick={install.value}>
          {t("web.set.install")}
        </button>
      )}
    </div>
  );
}

async function toggle(name: Switch, on: boolean): Promise<void> {
  if (name === "notify") await wantCalls(on);
  else prefer({ [name]: on });
}
