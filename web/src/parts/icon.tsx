/** Line icons of the interface, 22 units. */
const PATHS = {
  chat: "M4 5H18V15H11L7 19V15H4Z",
  help: "M11 3A8 8 0 1 0 11.01 3M8.5 8.5Q8.5 6 11 6T13.5 8.5Q13.5 10 11 11V13M11 15.5V16",
  menu: "M4 6H18M4 11H18M4 16H18",
  arrow: "M3 11H18M12 5L18 11L12 17",
  close: "M5 5L17 17M17 5L5 17",
  back: "M14 4L7 11L14 18",
  next: "M8 4L15 11L8 18",
  backTwo: "M17 4L10 11L17 18M10 4L3 11L10 18",
  nextTwo: "M5 4L12 11L5 18M12 4L19 11L12 18",
  first: "M16 4L9 11L16 18M6 4V18",
  last: "M6 4L13 11L6 18M16 4V18",
  copy: "M8 8H18V18H8ZM5 14H4V4H14V5",
  check: "M4 12L9 17L18 5",
  eye: "M2 11Q11 2 20 11Q11 20 2 11ZM11 8A3 3 0 1 0 11.01 8",
  mute: "M4 8H8L13 4V18L8 14H4ZM16 8L20 14M20 8L16 14",
  sound: "M4 8H8L13 4V18L8 14H4ZM16 8Q18.500 11 16 14",
  undo: "M8 5L4 9L8 13M4 9H13A4 4 0 0 1 13 17H8",
  down: "M5 8L11 14L17 8",
  play: "M6 4L17 11L6 18Z",
  pause: "M7 4V18M15 4V18",
  tiles: "M3 7H12V18H3ZM7 7V4H16V15H12M11 4L19 6L17 16L16 15.800",
  pile: "M4 9L11 5.500L18 9L11 12.500ZM4 12.500L11 16L18 12.500M4 16L11 19.500L18 16",
  turnL: "M6 5V10H11M6.500 10A7 7 0 1 1 5 14",
  turnR: "M16 5V10H11M15.500 10A7 7 0 1 0 17 14",
  share: "M11 14V3M6.500 7L11 2.500L15.500 7M5 10V19H17V10",
  search: "M9 4A5.5 5.5 0 1 0 9.01 4M13 13.500L18 18.500",
  download: "M11 3V14M6 9.500L11 14.500L16 9.500M4 18H18",
  lamp: "M8 18H14M8.500 15Q5 12.500 5 9A6 6 0 0 1 17 9Q17 12.500 13.500 15Z",
  chart: "M4 4V18H18M7 14L10 10L13 12L17 6",
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name, px = 22 }: { name: IconName; px?: number }) => (
  <svg width={px} height={px} viewBox="0 0 22 22" aria-hidden="true" focusable="false" class="icon">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
