/** Going on with a seat on another device: a secret link, shown on asking alone, also as a code to photograph. */
import { useState } from "preact/hooks";
import { seatLink } from "../router";
import type { Mine } from "../store/mine";
import { t } from "../words/words";
import { Dialog } from "./dialog";
import { later } from "./later";
import { ShareLink } from "./share";

const Code = later(async () => (await import("./code")).Code);

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
