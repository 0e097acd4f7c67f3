/** The poster behind the way in. */
export const Poster = () => (
  <svg class="poster" viewBox="0 0 1440 900" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
    <rect width="1440" height="900" fill="#0F4A6E" />
    <text x="500" y="176" font-size="176" fill="#FFF3CF" font-family="Limelight" text-anchor="middle" letter-spacing="10">ESTORIL</text>
  </svg>
);
