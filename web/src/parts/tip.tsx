/** Explanations where somebody points, rests the focus, or presses long. */
import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { WhyNot } from "../store/choosing";
import { contents, rulebook } from "../store/content";
import { marksOf, type Pointed } from "../words/names";
import { Teller } from "../words/teller";
import { fullLocationName, missionName, tileName } from "../words/things";
import { t, tn } from "../words/words";
import { Icon } from "./icon";
import { FolderPic, Sign, TilePic } from "./pieces";

interface Shown {
  what: Pointed;
  at: DOMRect;
  /** What bars it, once the server has said so. */
  why?: WhyNot;
}

type Reason = () => Promise<WhyNot | null>;

const shown = signal<Shown | null>(null);

/** The space that is pointed at and barred. */
export const barred = computed(() => shown.value?.why?.target ?? null);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the tip stands because somebody pressed long: it stays until the next touch. */
let pressed = false;

const WAIT = 350;
const LONG = 450;

function show(what: () => Pointed | null, reason: Reason | undefined, element: Element, wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const found = what();
    if (!found || !element.isConnected) return;
    pressed = wait === LONG;
    const now: Shown = { what: found, at: element.getBoundingClientRect() };
    shown.value = now;
    void reason?.().then((why) => {
      if (why && shown.value === now) shown.value = { ...now, why };
    });
  }, wait);
}

export function hideTip(): void {
  clearTimeout(timer);
  pressed = false;
  shown.value = null;
}

let last = "";
const place = (event: PointerEvent): string => `${event.clientX},${event.clientY}`;
addEventListener("pointermove", (event) => (last = place(event)), { passive: true });

/** What comes up under a mouse that rests is not pointed at. */
const hasMoved = (event: PointerEvent): boolean => place(event) !== last;

/** The click that comes with the end of a long press is none. */
function swallowClick(): void {
  const swallow = (click: Event): void => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true), 300);
}

addEventListener("pointerdown", () => pressed && hideTip(), { capture: true });

/** Handlers that explain an element and, where that is asked for, why it cannot be chosen. */
export function explain(what: () => Pointed | null, reason?: Reason) {
  return {
    onPointerEnter: (event: PointerEvent) =>
      event.pointerType === "mouse" && hasMoved(event) && show(what, reason, event.currentTarget as Element, WAIT),
    onPointerLeave: () => pressed || hideTip(),
    onPointerDown: (event: PointerEvent) => {
      hideTip();
      if (event.pointerType !== "mouse") show(what, reason, event.currentTarget as Element, LONG);
    },
    onPointerUp: () => {
      clearTimeout(timer);
      if (pressed) swallowClick();
    },
    onFocus: (event: FocusEvent) =>
      (event.currentTarget as Element).matches(":focus-visible") &&
      show(what, reason, event.currentTarget as Element, WAIT),
    onBlur: hideTip,
  };
}

export function Tip() {
  const box = useRef<HTMLDivElement>(null);
  const now = shown.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !now) return;
    const { width, height } = element.getBoundingClientRect();
    const room = 8;
    const right = now.at.right + room + width < innerWidth;
    const left = right ? now.at.right + room : now.at.left - width - room;
    const sideways = right || left > 0;
    element.style.left = `${sideways ? left : Math.max(room, Math.min(now.at.left, innerWidth - width - room))}px`;
    const top = sideways
      ? now.at.top
      : now.at.top - height - room > 0
        ? now.at.top - height - room
        : now.at.bottom + room;
    element.style.top = `${Math.max(room, Math.min(top, innerHeight - height - room))}px`;
  }, [now]);
  if (!now) return null;
  return (
    <div class="tip" role="tooltip" ref={box}>
      <Explained what={now.what} />
      {now.why && (
        <p class="no">
          <Icon name="close" px={16} />
          <span>
            {now.why.text} <small>{t("web.tip.rule", { rule: now.why.rule ?? "" })}</small>
          </span>
        </p>
      )}
    </div>
  );
}

const Rules = ({ ids }: { ids: readonly string[] }) =>
  ids.length ? <small>{t("web.tip.rule", { rule: ids.join(", ") })}</small> : null;

function Symbols({ of }: { of: readonly string[] }) {
  const helps = rulebook.value?.helps.symbols ?? {};
  return (
    <>
      {[...new Set(of)].map((symbol) => (
        <div class="line" key={symbol}>
          <Sign symbol={symbol} px={22} />
          <span>
            <strong>{t(`symbol.${symbol}`)}</strong> {helps[symbol]?.text}
          </span>
        </div>
      ))}
    </>
  );
}

function TileTip({ id, note }: { id: string; note?: string }) {
  const tile = contents().tile(id);
  const teller = new Teller([]);
  return (
    <>
      <div class="line top">
        <TilePic id={id} px={84} />
        <div>
          <b>{tileName(id)}</b>
          <p>{teller.tileParts(id)}</p>
          {note && <p class="note">{note}</p>}
        </div>
      </div>
      <Symbols of={tile.symbols ?? []} />
    </>
  );
}

function Explained({ what }: { what: Pointed }) {
  const helps = rulebook.value?.helps;
  switch (what.kind) {
    case "tile":
      return <TileTip id={what.id} note={what.note ?? ""} />;
    case "symbol":
      return <Symbols of={[what.id]} />;
    case "mission": {
      const help = helps?.missions[contents().mission(what.id).kind];
      return (
        <>
          <b>{missionName(what.id)}</b>
          <p>{help?.text}</p>
          <Rules ids={help?.rules ?? []} />
        </>
      );
    }
    case "location": {
      const help = helps?.locations[what.id];
      return (
        <>
          <b>{fullLocationName(what.id)}</b>
          <p>{help?.text}</p>
          <Rules ids={help?.rules ?? []} />
        </>
      );
    }
    case "space":
      return (
        <>
          <b>{new Teller([]).space(what.space.id)}</b>
          <p>{marksOf(what.space).join(" · ")}</p>
          <p class="note">{what.space.top_secret ? t("web.tip.secret") : t("web.tip.open")}</p>
        </>
      );
    case "character": {
      const { space } = what;
      const player = what.players[space.owner ?? 0] ?? "";
      const notes = [
        space.face_up ? "" : t("web.tip.down", { player }),
        space.shield ? t("web.space.shield") : "",
        space.void ? t("web.space.void") : "",
        space.turned ? t("web.space.turned", { player: what.players[space.controller ?? 0] ?? "" }) : "",
        space.strength ? t("web.tip.strength", { total: space.strength.total }) : "",
      ]
        .filter(Boolean)
        .join(" ");
      if (space.tile == null)
        return (
          <div class="line top">
            <FolderPic px={64} />
            <div>
              <b>{t("web.tip.folder")}</b>
              <p>{notes}</p>
              <p class="note">{tn("web.folder.possible", space.possible?.length ?? 0)}</p>
              <p class="maybe">
                {(space.possible ?? []).map((tile) => (
                  <TilePic key={tile} id={tile} px={40} />
                ))}
              </p>
            </div>
          </div>
        );
      return <TileTip id={space.tile} note={notes} />;
    }
    case "reward":
      if (what.tile === null)
        return (
          <div class="line top">
            <FolderPic px={64} />
            <div>
              <b>{t("web.tip.reward")}</b>
              <p>{t("web.reward.hidden")}</p>
            </div>
          </div>
        );
      return <TileTip id={what.tile} note={what.up ? t("web.tip.reward") : t("web.tip.reward.known")} />;
    case "folder":
      return <b>{t("web.tip.folder")}</b>;
    case "words":
      return (
        <>
          <b>{what.title}</b>
          <p>{what.text}</p>
          {what.more && <p class="note">{what.more}</p>}
        </>
      );
  }
}
