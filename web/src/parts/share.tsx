/** Passing something on: by the system's own way where there is one, else by copying it. */
import { useState } from "preact/hooks";
import { t } from "../words/words";
import { Icon } from "./icon";
import { save } from "./save";

/** Whether the system asks where something is to go. */
const canShare = (what: ShareData): boolean => "share" in navigator && (navigator.canShare?.(what) ?? true);

/** Share something; whoever thinks better of it has not failed. */
const share = (what: ShareData): Promise<void> => navigator.share(what).catch(() => undefined);

/** Pass a link on; say whether it has been copied. */
export async function passOn(label: string, url: string): Promise<boolean> {
  if (canShare({ url })) await share({ url });
  else await navigator.clipboard.writeText(url).catch(() => prompt(label, url));
  return !canShare({ url });
}

/** A button that shares a link, or copies it and says so. */
export function ShareLink({ label, url, icon }: { label: string; url: () => string; icon?: boolean }) {
  const [done, setDone] = useState(false);
  const pass = async (): Promise<void> => {
    if (!(await passOn(label, url()))) return;
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  const said = done ? t("web.copied") : label;
  return (
    <>
      <button type="button" class={icon ? "" : "btn alt"} data-do="share" aria-label={said} onClick={() => void pass()}>
        <Icon name={done ? "check" : "share"} px={icon ? 22 : 16} /> {!icon && said}
      </button>
      <span class="sr" role="status">
        {done ? t("web.copied") : ""}
      </span>
    </>
  );
}

/** What can be done with a picture: share, save and copy it, as far as the browser can. */
export function SharePicture({ picture, name, title }: { picture: Blob; name: string; title: string }) {
  const [done, setDone] = useState("");
  const file = new File([picture], name, { type: picture.type });
  const keep = (): void => {
    save(name, picture);
    setDone(t("web.share.saved"));
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    setDone(t("web.copied"));
  };
  return (
    <div class="buttons">
      {canShare({ files: [file] }) && (
        <button type="button" class="btn" data-do="share-picture" onClick={() => void share({ files: [file], title })}>
          <Icon name="share" px={16} /> {t("web.share")}
        </button>
      )}
      <button type="button" class="btn alt" data-do="save-picture" onClick={keep}>
        <Icon name="download" px={16} /> {t("web.share.save")}
      </button>
      {"ClipboardItem" in globalThis && navigator.clipboard && (
        <button type="button" class="btn alt" onClick={() => void copy().catch(keep)}>
          <Icon name="copy" px={16} /> {t("web.share.copy")}
        </button>
      )}
      <span role="status">{done}</span>
    </div>
  );
}
