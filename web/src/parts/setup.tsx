/** Seats, modules, edition, variants, rulings and clock of a new table. */
import { useState } from "preact/hooks";
import * as wire from "../net/wire";
import { MATCH } from "../store/strength";
import { t } from "../words/words";
import { Mark } from "./pieces";

export interface Plan {
  /** me, open, here (somebody else on this screen), the level of a bot, or one that is as strong as oneself. */
  seats: string[];
  colours: string[];
  names: string[];
  modules: string[];
  edition: string;
  variants: string[];
  rulings: string[];
  clock: wire.Clock;
  listed: boolean;
}

export const USUAL: Plan = {
  seats: ["me", "informant", "informant", "informant"],
  colours: [...wire.COLOURS],
  names: [],
  modules: [],
  edition: "superbox",
  variants: [],
  rulings: [],
  clock: { per: "none" },
  listed: false,
};

const CLOCKS: [string, wire.Clock][] = [
  ["none", { per: "none" }],
  ["quick", { per: "decision", seconds: 30 }],
  ["calm", { per: "decision", seconds: 120 }],
  ["game", { per: "game", seconds: 900, increment: 10 }],
  ["days", { per: "decision", seconds: 172_800 }],
];

/** Add the modules that what is chosen cannot do without, and leave out what so many cannot play. */
export function complete(plan: Plan, needs: wire.Need[]): Plan {
  const variants = plan.variants.filter((one) => !needs.some((need) => need.choice === one && isBarred(need, plan)));
  const chosen = [plan.seats.length, ...plan.modules, ...variants];
  const missing = needs.flatMap(({ choice, module }) =>
    module && chosen.includes(choice) && !chosen.includes(module) ? [module] : [],
  );
  return { ...plan, variants, modules: [...plan.modules, ...new Set(missing)] };
}

const isBarred = ({ players = [] }: wire.Need, plan: Plan): boolean =>
  players.length > 0 && !players.includes(plan.seats.length);

/** Switch a module; what needs it goes with it. */
export function switchModule(plan: Plan, module: string, needs: wire.Need[]): Plan {
  if (!plan.modules.includes(module)) return complete({ ...plan, modules: [...plan.modules, module] }, needs);
  const without = needs.flatMap((need) => (need.module === module ? [need.choice] : []));
  const modules = plan.modules.filter((one) => one !== module && !without.includes(one));
  return complete({ ...plan, modules }, needs);
}

/** What is to be said of modules or variants as they are chosen: what came along, what is not to be had. */
export const notesOn = (choices: readonly (string | number)[], plan: Plan, needs: wire.Need[]): string[] =>
  needs
    .filter((need) => choices.includes(need.choice))
    .filter((need) => (need.module ? [plan.seats.length, ...plan.modules].includes(need.choice) : isBarred(need, plan)))
    .map((need) => t(`web.need.${need.message}`));

const flip = (list: string[], one: string): string[] =>
  list.includes(one) ? list.filter((x) => x !== one) : [...list, one];

const Notes = ({ of }: { of: string[] }) => (
  <div class="notes" role="status">
    {of.map((note) => (
      <p key={note}>{note}</p>
    ))}
  </div>
);

export function Setup({ plan, about, onChange }: { plan: Plan; about: wire.About; onChange: (plan: Plan) => void }) {
  const [more, setMore] = useState(false);
  const set = (change: Partial<Plan>): void => onChange(complete({ ...plan, ...change }, about.needs));
  const seat = (i: number, who: string): void => set({ seats: plan.seats.map((old, k) => (k === i ? who : old)) });
  return (
    <div class="setup">
      <ul class="seats">
        {plan.seats.map((who, i) => (
          <li key={i}>
            <Mark colour={plan.colours[i] ?? "red"} px={24} />
            {who === "here" ? (
              <input
                class="other"
                value={plan.names[i] ?? ""}
                placeholder={t(`colour.${plan.colours[i] ?? "red"}.player`)}
                aria-label={t("web.name")}
                maxLength={24}
                onInput={(event) => {
                  const names = [...plan.names];
                  names[i] = event.currentTarget.value;
                  set({ names });
                }}
              />
            ) : (
              <span>{t(who === "me" ? "web.setup.me" : who === "open" ? "web.setup.open" : "web.setup.bot")}</span>
            )}
            <select
              aria-label={t("web.lobby.who", { colour: t(`colour.${plan.colours[i] ?? "red"}`) })}
              value={who}
              onChange={(event) => seat(i, event.currentTarget.value)}
            >
              {i === 0 && <option value="me">{t("web.seat.you")}</option>}
              <option value="open">{t("web.setup.link")}</option>
              {i > 0 && <option value="here">{t("web.setup.here")}</option>}
              {[...about.bots, MATCH].map((bot) => (
                <option key={bot} value={bot}>
                  {t("web.setup.bot.level", { bot: t(`web.bot.${bot}`) })}
                </option>
              ))}
            </select>
            {i === plan.seats.length - 1 && about.players.includes(i) && (
              <button
                type="button"
                class="link"
                aria-label={t("web.setup.remove")}
                onClick={() => set({ seats: plan.seats.slice(0, -1) })}
              >
                −
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="chips">
        {about.players.includes(plan.seats.length + 1) && (
          <button
            type="button"
            class="chip"
            data-do="add-seat"
            onClick={() => set({ seats: [...plan.seats, "informant"] })}
          >
            + {t("web.setup.seat")}
          </button>
        )}
        {about.modules.map((one) => (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={plan.modules.includes(one)}
            title={t(`module.${one}.about`)}
            onClick={() => onChange(switchModule(plan, one, about.needs))}
          >
            {t(`module.${one}`)}
          </button>
        ))}
        <button type="button" class="chip" aria-expanded={more} onClick={() => setMore(!more)}>
          {t("web.setup.more")}
        </button>
      </div>
      <Notes of={notesOn([...about.players, ...about.modules], plan, about.needs)} />
      {more && (
        <div class="more">
          <div class="chips">
            {about.variants.map((one) => (
              <button
                key={one}
                type="button"
                class="chip"
                aria-pressed={plan.variants.includes(one)}
                disabled={about.needs.some((need) => need.choice === one && isBarred(need, plan))}
                title={t(`variant.${one}.about`)}
                onClick={() => set({ variants: flip(plan.variants, one) })}
              >
                {t(`variant.${one}`)}
              </button>
            ))}
          </div>
          <Notes of={notesOn(about.variants, plan, about.needs)} />
          <label>
            {t("web.setup.edition")}{" "}
            <select value={plan.edition} onChange={(event) => set({ edition: event.currentTarget.value })}>
              {about.editions.map((one) => (
                <option key={one} value={one}>
                  {t(`edition.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t("web.setup.clock")}{" "}
            <select
              value={CLOCKS.find(([, clock]) => clock.seconds === plan.clock.seconds)?.[0] ?? "none"}
              onChange={(event) =>
                set({ clock: CLOCKS.find(([name]) => name === event.currentTarget.value)?.[1] ?? { per: "none" } })
              }
            >
              {CLOCKS.map(([name]) => (
                <option key={name} value={name}>
                  {t(`web.clock.${name}`)}
                </option>
              ))}
            </select>
          </label>
          <fieldset class="rulings">
            <legend>{t("web.setup.rulings")}</legend>
            {about.rulings.map((one) => (
              <label key={one} class="row">
                <input
                  type="checkbox"
                  name={one}
                  checked={plan.rulings.includes(one)}
                  onChange={() => set({ rulings: flip(plan.rulings, one) })}
                />{" "}
                <span>
                  <b>{t(`ruling.${one}`)}.</b> {t(`ruling.${one}.about`)}
                </span>
              </label>
            ))}
          </fieldset>
          <label class="row">
            <input
              type="checkbox"
              checked={plan.listed}
              onChange={(event) => set({ listed: event.currentTarget.checked })}
            />{" "}
            {t("web.setup.listed")}
          </label>
        </div>
      )}
    </div>
  );
}
