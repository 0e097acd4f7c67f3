/** Going on with a seat on another device: a secret link, shown on asking alone, also as a code to photograph. */
import { useState } from "preact/hooks";
import { encode } from "uqr";
import { seatLink } from "../router";
import type { Mine } from "../store/mine";
import { t } from "../words/words";
import { Dialog } from "./dialog";
import { ShareLink } from "./share";

export function Elsewhere({ mine, onClose }: { mine: Mine; onClose: () => void }) {
  const [shown, setShown] = useState(false);
  const link = seatLink(
    mine.table,
    mine.seats.map(({ token }) => token),
  );
  return (
    <Dialog title={t("web.elsewhere")} onClose={onClose}>
      <div class="elsewhere">
        <p>{t("web.elsewhere.about")}</p>
        <p class="warning">
          <b>{t("web.elsewhere.warning")}</b>
        </p>
        {shown ? (
          <>
            <Code text={link} label={t("web.elsewhere.code")} />
            <div class="buttons">
              <ShareLink label={t("web.elsewhere.link")} url={() => link} />
            </div>
          </>
        ) : (
          <button type="button" class="btn" data-do="reveal" onClick={() => setShown(true)}>
            {t("web.elsewhere.show")}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** A QR code, dark on light whatever the theme, as cameras want it. */
function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1Z`] : [])));
  return (
    <svg class="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={`M0 0H${size}V${size}H0Z`} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
