/** The name of the game as it stands on the poster, around the origin of a row of 1000 units. */
import type { Markup } from "../svg";

export const lettering = (motto: string): Markup =>
  `<g transform="translate(500 0)" text-anchor="middle" stroke="#0A1B2B" paint-order="stroke" stroke-linejoin="round">` +
  `<text y="176" font-size="176" fill="#FFF3CF" font-family="Limelight" letter-spacing="10" stroke-width="14">ESTORIL</text>` +
  `<path d="M-372 204H-92M92 204H372M-372 210H-92M92 210H372" stroke="#EBCB7E" stroke-width="2" fill="none"/>` +
  `<text y="219" font-size="38" fill="#FFF3CF" font-family="Limelight" letter-spacing="6" stroke-width="6">1942</text>` +
  (motto &&
    `<text y="262" font-size="25" fill="#FFF8E7" font-family="Oswald" font-weight="600" letter-spacing="11" ` +
      `stroke-width="5">${motto}</text>`) +
  "</g>";
