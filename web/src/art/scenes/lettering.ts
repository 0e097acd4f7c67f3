/** The name of the game as it stands on the poster, in the middle of a row of 1000 units. */
import { escaped, type Markup } from "../svg";

const line = (y: number, size: number, words: string, fill: string, family: string, more: string): Markup =>
  `<text y="${y}" font-size="${size}" fill="${fill}" font-family="${family}" ${more}>${escaped(words)}</text>`;

export const letteringMarkup = (motto: string): Markup =>
  '<g transform="translate(500 0)" text-anchor="middle" ' +
  'stroke="#0A1B2B" paint-order="stroke" stroke-linejoin="round">' +
  line(176, 176, "ESTORIL", "#FFF3CF", "Limelight", 'letter-spacing="10" stroke-width="14"') +
  '<path d="M-372 204H-92M92 204H372M-372 210H-92M92 210H372" stroke="#EBCB7E" stroke-width="2" fill="none"/>' +
  line(219, 38, "1942", "#FFF3CF", "Limelight", 'letter-spacing="6" stroke-width="6"') +
  line(
    262,
    Math.min(25, 480 / Math.max(1, motto.length)),
    motto,
    "#FFF8E7",
    "Oswald",
    'font-weight="600" letter-spacing="11" stroke-width="5"',
  ) +
  "</g>";
