/** Codes to photograph; fetched when somebody wants one, as few do. */
import { encode } from "uqr";

/** A QR code, dark on light whatever the theme, as cameras want it. */
export function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1Z`] : [])));
  return (
    <svg class="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={`M0 0H${size}V${size}H0Z`} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
