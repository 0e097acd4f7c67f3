/** The picture of how a game ended: drawn here, and given away by whoever wants to. */
import limelight from "@fontsource/limelight/files/limelight-latin-400-normal.woff2";
import oswald from "@fontsource/oswald/files/oswald-latin-600-normal.woff2";
import oswaldMore from "@fontsource/oswald/files/oswald-latin-ext-600-normal.woff2";
import { useEffect, useState } from "preact/hooks";
import { type Keepsake, keepsake } from "../art";
import { t } from "../words/words";
import { Dialog } from "./dialog";
import { SharePicture } from "./share";

const [WIDE, HIGH] = [1200, 630];
const FACES = [
  ["Limelight", 400, limelight],
  ["Oswald", 600, oswaldMore],
  ["Oswald", 600, oswald],
] as const;

/** The typefaces as a part of the picture, which can fetch nothing. */
async function style(): Promise<string> {
  const faces = FACES.map(async ([family, weight, address], i) => {
    const data = await dataOf(await (await fetch(address)).blob());
    const range = i === 1 ? "unicode-range:U+0100-02FF,U+1E00-1EFF;" : "";
    return `@font-face{font-family:${family};font-weight:${weight};${range}src:url(${data})}`;
  });
  return (await Promise.all(faces)).join("");
}

const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(blob);
  });

/** Draw it, with twice as many points. */
async function draw(ending: Keepsake): Promise<Blob> {
  const text = keepsake(ending, await style().catch(() => ""));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * WIDE, height: 2 * HIGH });
  canvas.getContext("2d")?.drawImage(image, 0, 0, 2 * WIDE, 2 * HIGH);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

export function KeepsakeDialog({ ending, table, onClose }: { ending: Keepsake; table: string; onClose: () => void }) {
  const [picture, setPicture] = useState<{ blob: Blob; data: string } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    draw(ending)
      .then(async (blob) => setPicture({ blob, data: await dataOf(blob) }))
      .catch(() => setFailed(true));
  }, []);
  return (
    <Dialog title={t("web.share.picture")} onClose={onClose}>
      <div class="keepsake" aria-busy={!picture && !failed}>
        {picture && <img src={picture.data} width={WIDE} height={HIGH} alt={`${ending.verdict} ${ending.margin}`} />}
        {failed && <p role="alert">{t("web.share.failed")}</p>}
      </div>
      {picture && <SharePicture picture={picture.blob} name={`estoril-${table}.png`} title={ending.verdict} />}
    </Dialog>
  );
}
