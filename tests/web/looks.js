(phone) => {
  const found = [];
  const texts = [];
  const SLACK = 1.5;
  // what lies over the rest for a while; a phone shows players, missions and the log in a drawer
  const LAYER = ".tip, .guide, dialog, .toast, .return, .looking-back, .phrases, .late, .offline, .bubbles, .phone > aside";
  const round = (box) => [box.left, box.top, box.width, box.height].map((side) => Math.round(side * 10) / 10);
  const name = (element) => {
    const own = (element.getAttribute("class") ?? "").trim().split(/\s+/).filter(Boolean).join(".");
    const parent = element.parentElement?.closest("[class]");
    const over = (parent?.getAttribute("class") ?? "").trim().split(/\s+/)[0];
    const words = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${over ? `.${over} ` : ""}${element.tagName.toLowerCase()}${own ? `.${own}` : ""} "${words}"`;
  };
  const add = (kind, element, box, more = "") => found.push([kind, name(element) + more, round(box)]);
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // what is asked of the same elements again and again, as all that is written lies in them
  const traits = new Map();
  const of = (element) => {
    let known = traits.get(element);
    if (!known) {
      const style = styleOf(element);
      const over = style.overflowX + style.overflowY;
      known = {
        at: element.getBoundingClientRect(),
        scrolls: /auto|scroll/.test(over),
        clips: /hidden|clip/.test(over),
        fixed: style.position === "fixed",
        opacity: Number(style.opacity),
        plate: !/rgba\(0, 0, 0, 0\)|transparent/.test(style.backgroundColor) || style.backgroundImage !== "none" ||
          (parseFloat(style.borderTopWidth) > 0 && parseFloat(style.borderLeftWidth) > 0),
      };
      traits.set(element, known);
    }
    return known;
  };
  // the page as a whole is not drawn while it is only measured (`looks.py`)
  const opacities = new Map([[document.documentElement, 1]]);
  const opacity = (element) => {
    let all = opacities.get(element);
    if (all === undefined) {
      all = of(element).opacity * (element.parentElement ? opacity(element.parentElement) : 1);
      opacities.set(element, all);
    }
    return all;
  };
  const above = function* (element) {
    for (let one = element.parentElement; one; one = one.parentElement) yield one;
  };
  const isSeen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || opacity(element) === 0) return false;
    if (styleOf(element).clipPath === "inset(50%)") return false; // read out alone
    return !element.closest(".sr, [inert], .flights, .art-definitions");
  };
  const inside = (box, other, slack = SLACK) =>
    box.left >= other.left - slack && box.right <= other.right + slack &&
    box.top >= other.top - slack && box.bottom <= other.bottom + slack;
  const meet = (one, other) => {
    const w = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const h = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return w > 0 && h > 0 ? [w, h] : null;
  };
  /** Where a box can be brought into sight: false where no scrolling helps. */
  const reachable = (element, box) => {
    let { left, right, top, bottom } = box;
    let { fixed } = of(element);
    for (const one of above(element)) {
      const { at, ...is } = of(one);
      const page = one === document.documentElement || one === document.body;
      if (is.scrolls && !page) {
        const zoom = one.currentCSSZoom ?? 1; // boxes are told as seen, scrolling is not
        const x = left - at.left + zoom * one.scrollLeft;
        const y = top - at.top + zoom * one.scrollTop;
        if (x < -SLACK - 1 || y < -SLACK - 1) return false;
        if (x + (right - left) > zoom * one.scrollWidth + 3) return false;
        if (y + (bottom - top) > zoom * one.scrollHeight + 3) return false;
        const w = Math.min(right - left, at.width), h = Math.min(bottom - top, at.height);
        left = Math.max(at.left, Math.min(left, at.right - w)); right = left + w;
        top = Math.max(at.top, Math.min(top, at.bottom - h)); bottom = top + h;
      }
      if (is.fixed) fixed = true;
    }
    const page = document.documentElement;
    const [down, across] = fixed ? [0, 0] : [scrollY, scrollX];
    const high = fixed ? innerHeight : Math.max(innerHeight, page.scrollHeight);
    const wide = fixed ? innerWidth : Math.max(innerWidth, page.scrollWidth);
    return left + across >= -2 && top + down >= -2 && right + across <= wide + 2 && bottom + down <= high + 2;
  };
  /** The part of a box that its scrolling ancestors let be seen now. */
  const shownPart = (element, box) => {
    let { left, right, top, bottom } = box;
    for (const one of above(element)) {
      const { at, ...is } = of(one);
      if (!is.scrolls && !is.clips) continue;
      if (one === document.documentElement || one === document.body) continue;
      left = Math.max(left, at.left); right = Math.min(right, at.right);
      top = Math.max(top, at.top); bottom = Math.min(bottom, at.bottom);
      if (is.fixed) break;
    }
    left = Math.max(left, 0); top = Math.max(top, 0);
    right = Math.min(right, innerWidth); bottom = Math.min(bottom, innerHeight);
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
  };
  const isOver = (element, box) => {
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !at || at === element || element.contains(at) || at.contains(element) ? null : at;
  };

  // -- text: cut, outside of its plate, covered, out of reach
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const written = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element || /^(SCRIPT|STYLE|OPTION|TITLE)$/.test(element.tagName)) continue;
    if (!isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    if (!lines.length) continue;
    const svg = element.closest("svg");
    const box = svg && element instanceof SVGElement ? element.getBoundingClientRect() : range.getBoundingClientRect();
    // letters fill less than their line: what is above and below them is air
    const size = parseFloat(styleOf(element).fontSize) * (element.currentCSSZoom ?? 1);
    const air = svg ? 0 : Math.max(0, (lines[0].height - size) / 2);
    const ink = new DOMRect(box.left, box.top + air, box.width, Math.max(1, box.height - 2 * air));
    const drawn = element instanceof SVGElement;
    if (!drawn) {
      for (const one of [element, ...above(element)]) {
        const { at, ...is } = of(one);
        if (one === document.documentElement || one === document.body) break;
        if (is.clips && !is.scrolls) {
          if (!inside(ink, at)) { add("cut", element, box, ` by ${name(one).split(' "')[0]}`); break; }
          if (one === element && one.scrollWidth > one.clientWidth + 1) { add("cut", element, box); break; }
        }
        if (is.scrolls) break;
      }
      for (const one of [element, ...above(element)]) {
        const { at, ...is } = of(one);
        if (one === document.body || one === document.documentElement || is.scrolls) break;
        if (is.fixed && !is.plate) break;
        if (!is.plate || one.tagName === "MARK") continue;
        if (!inside(ink, at))
          add("outside", element, box, ` of ${name(one).split(' "')[0]}`);
        break;
      }
      if (!reachable(element, ink)) add("unreachable", element, box);
    }
    const shown = shownPart(element, ink);
    if (!shown) continue;
    // in its middle, and at both ends of its lines
    const heard = styleOf(element).pointerEvents !== "none"; // or what lies below it answers
    const ends = (heard ? (drawn ? [box] : lines) : []).flatMap((line) => {
      const part = shownPart(element, line);
      return part ? [new DOMRect(part.left, part.top, 4, part.height), new DOMRect(part.right - 4, part.top, 4, part.height)] : [];
    });
    const covers = [shown, ...ends].map((part) => isOver(element, part)).filter(Boolean);
    // what lies below a layer for a while, or half of it, is not to be read
    if (covers.some((one) => one.closest(LAYER) && !one.closest(LAYER).contains(element))) continue;
    const cover = !drawn && heard && covers[0];
    if (cover) {
      if (shown.height > ink.height * 0.5 && shown.width > ink.width * 0.5)
        add("covered", element, box, ` by ${name(cover).split(' "')[0]}`);
      continue;
    }
    const colour = drawn ? styleOf(element).fill : styleOf(element).color;
    const parts = (colour.match(/[\d.]+/g) ?? []).map(Number);
    if (parts.length < 3) continue;
    const style = styleOf(element);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 600);
    // on a plate that hardly reaches beyond the letters, its border lies around them
    const plate = [element, ...above(element)].find((one) => of(one).plate)?.getBoundingClientRect();
    const tight = !drawn && plate && Math.min(ink.left - plate.left, plate.right - ink.right,
      ink.top - plate.top, plate.bottom - ink.bottom) < 5;
    const disabled = element.closest("button:disabled, [aria-disabled=true]");
    if (!drawn) written.push({ element, box: shown, ink });
    // a stamp is a shape, a key a hint, a tile that lies elsewhere a shadow: none carries anything alone
    const says = /[\p{L}\p{N}]/u.test(node.data); // a dot between two words says nothing
    const carries = says && !element.closest(".art-stamp, .stamp, kbd, .in-sight, .board.resolved");
    // of what is half scrolled away the edge is seen, and no ground
    const whole = shown.height > ink.height - 1.5;
    if (!disabled && carries && whole && shown.width > 4 && shown.height > 4)
      texts.push({
        what: name(element),
        box: round(shown),
        colour: [parts[0], parts[1], parts[2], (parts[3] ?? 1) * opacity(element)],
        large: large || drawn || tight,
        within: drawn || tight,
        // accents of capitals stand above them, as a line may below
        bare: [!(style.textTransform === "uppercase" && /\p{M}/u.test(node.data.normalize("NFD"))),
          !style.textDecorationLine.includes("underline")],
      });
  }

  // -- pictures and controls that no scrolling brings into sight
  for (const element of document.querySelectorAll("button, select, input:not(.sr)")) {
    const box = element.getBoundingClientRect();
    if (box.width && isSeen(element) && !reachable(element, box)) add("unreachable", element, box);
  }
  for (const element of document.querySelectorAll(".pic, .card, .board")) {
    if (element.parentElement.closest(".pic, .card, .board") || !isSeen(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width && !reachable(element, box)) add("unreachable", element, box);
  }

  // -- things that lie upon each other
  const pairs = (list, kind) => {
    for (let i = 0; i < list.length; i++)
      for (let k = i + 1; k < list.length; k++) {
        const [one, other] = [list[i], list[k]];
        const common = meet(one.box, other.box);
        if (!common || common[0] <= 2 || common[1] <= 2) continue;
        if (!one.element.contains(other.element) && !other.element.contains(one.element))
          add(kind, one.element, one.box, ` and ${name(other.element)}`);
      }
  };
  pairs(written.filter(({ element }) => !element.closest(".tip")), "overlap");
  const pictures = [...document.querySelectorAll(".pic, .icon")].filter(isSeen).flatMap((element) => {
    if (element.parentElement.closest(".pic, .tip, .card, .board")) return [];
    const box = shownPart(element, element.getBoundingClientRect());
    return box && !isOver(element, box) ? [{ element, box }] : [];
  });
  pairs(pictures, "overlap");
  for (const one of written)
    for (const other of pictures) {
      const common = meet(one.box, other.box);
      if (!common || common[0] <= 2 || common[1] <= 2) continue;
      if (other.element.contains(one.element) || one.element.contains(other.element)) continue;
      if (!one.element.closest(".tip, .under, kbd")) add("overlap", one.element, one.box, ` and ${name(other.element)}`);
    }
  // what is in a layer may lie over the table, but not over what is in the same layer
  const panels = Map.groupBy(
    [...document.querySelectorAll(".panel, .tray, .bar, .grid .board, .tabs, .card, .btn")].filter(isSeen),
    (element) => element.closest(LAYER),
  );
  for (const alike of panels.values()) {
    const boxes = alike.flatMap((element) => {
      const box = shownPart(element, element.getBoundingClientRect());
      return box && !isOver(element, box) ? [{ element, box }] : [];
    });
    pairs(boxes.filter(({ element }) => styleOf(element).position !== "fixed"), "overlap");
  }

  // -- drawn words and numbers with something drawn over them; a picture that was clean, is so at this size
  const clean = (window.cleanPictures ??= new Set());
  if (clean.size > 3000) clean.clear(); // they are long
  for (const svg of document.querySelectorAll("svg.art-board, svg.art-tile")) {
    if (!isSeen(svg) || svg.parentElement.closest("svg.art-board")) continue;
    const box = svg.getBoundingClientRect();
    const whole = shownPart(svg, box);
    if (!whole) continue;
    const picture = inside(box, whole) && [box.width, box.height, svg.parentElement.getAttribute("class"), svg.outerHTML].join();
    if (clean.has(picture)) continue;
    const before = found.length;
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.width < 2 || !inside(box, whole, 4)) continue;
      if (text.closest("[data-below]")) continue;
      let hidden = 0;
      let by = null;
      for (const [u, v] of [[0.2, 0.5], [0.5, 0.35], [0.5, 0.65], [0.8, 0.5]]) {
        const stack = document.elementsFromPoint(box.left + box.width * u, box.top + box.height * v);
        const at = stack.indexOf(text);
        if (at < 0) continue;
        const over = stack.slice(0, at).find((one) =>
          one instanceof SVGGraphicsElement && !(one instanceof SVGSVGElement) && svg.contains(one) &&
          one.tagName !== "text" && one.tagName !== "g" &&
          styleOf(one).fill !== "none" && Number(styleOf(one).opacity) * Number(styleOf(one).fillOpacity) > 0.3);
        if (over) { hidden += 1; by = over; }
      }
      if (hidden >= 2) add("covered", text, box, ` by a drawn ${by.tagName}`);
    }
    if (picture && found.length === before) clean.add(picture);
  }

  // -- words on the card that is drawn beside a board, and the card beside the sheet
  for (const card of document.querySelectorAll(".show .over .grow > rect")) {
    const box = card.getBoundingClientRect();
    const sheet = document.querySelector(".show .sheet");
    const { left, top, width, height } = sheet?.getBoundingClientRect() ?? box;
    const folder = new DOMRect(left - 13, top - 13, width + 26, height + 26); // the sheet lies in it
    for (const text of card.parentElement.querySelectorAll(":scope > text"))
      if (!inside(text.getBoundingClientRect(), box)) add("outside", text, box, " of its card");
    if (!inside(box, new DOMRect(0, 0, innerWidth, innerHeight))) add("unreachable", card, box);
    if (sheet && isSeen(sheet) && meet(box, folder)) add("overlap", card, box, " and the sheet");
  }

  // -- what must be seen without scrolling
  const INSTANT = ".bar b, .bar .logo, .bar select, .tools button, .finals > li:first-child b, .tray .side > *, .tray .btn, .show .verdict, .show .ctl .btn, .show h1, .show .sheet h2, .tabs button, .replay-bar .btn, .replay-bar select";
  for (const element of document.querySelectorAll(INSTANT)) {
    if (!isSeen(element)) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const part = shownPart(element, box);
    if (!part || part.height < box.height - 3 || part.width < box.width - 3) add("below the fold", element, box);
    // a drawer covers the tray, but leaves the way out of it free
    else if (element.matches(".tabs button") && isOver(element, part)?.closest(".phone > aside"))
      add("covered", element, box, " by the drawer");
  }

  // -- targets for fingers
  if (phone)
    for (const element of document.querySelectorAll("button, a[href], select, input, summary, [role=button]")) {
      if (!isSeen(element) || element.disabled) continue;
      const label = element.closest("label");
      const target = /^(checkbox|radio)$/.test(element.type ?? "") && label ? label : element;
      if (element.tagName === "A" && styleOf(element).display === "inline" && element.closest("p, li, dd, td")) continue;
      const box = target.getBoundingClientRect();
      if (!box.width || !shownPart(target, box)) continue;
      const wide = Math.min(40, innerWidth);
      if (box.width < wide - 0.5 || box.height < 39.5)
        add("small", element, box, ` (${Math.round(box.width)} by ${Math.round(box.height)})`);
    }
  return JSON.stringify({ found, texts });
}
