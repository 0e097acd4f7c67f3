/** The poster behind the way in, with its lettering. */
import { poster } from "../art";
import { t } from "../words/words";

export const Poster = () => {
  const motto = t("web.home.motto");
  return (
    <div class="poster" aria-hidden="true">
      {poster()}
      <svg class="lettering" viewBox="90 20 820 260" focusable="false">
        <g
          transform="translate(500 0)"
          text-anchor="middle"
          stroke="#0A1B2B"
          paint-order="stroke"
          stroke-linejoin="round"
        >
          <text y="176" font-size="176" fill="#FFF3CF" font-family="Limelight" letter-spacing="10" stroke-width="14">
            ESTORIL
          </text>
          <path d="M-372 204H-92M92 204H372M-372 210H-92M92 210H372" stroke="#EBCB7E" stroke-width="2" fill="none" />
          <text y="219" font-size="38" fill="#FFF3CF" font-family="Limelight" letter-spacing="6" stroke-width="6">
            1942
          </text>
          <text
            y="262"
            font-size={Math.min(25, 480 / motto.length)}
            fill="#FFF8E7"
            font-family="Oswald"
            font-weight="600"
            letter-spacing="11"
            stroke-width="5"
          >
            {motto}
          </text>
        </g>
      </svg>
    </div>
  );
};
