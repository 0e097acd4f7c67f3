/** The colours and letterings that all pictures share. */

export const C = {
  ink: "#14222F",
  night: "#0A1B2B",
  deep: "#0F2F4A",
  atlantic: "#15456B",
  sea: "#1F6F8F",
  surf: "#7DBFC4",
  foam: "#DCEDE4",
  cream: "#FFF8E7",
  paper: "#F6EBD3",
  sand: "#E9D5AB",
  manila: "#DDBB80",
  manilaDark: "#B88D4E",
  manilaEdge: "#8C6730",
  coral: "#E2543B",
  coralLight: "#F2977A",
  coralDark: "#A5301D",
  brass: "#B5832B",
  brassLight: "#EBCB7E",
  brassDark: "#6E4E14",
  pine: "#2C5A45",
  rose: "#BF3A5F",
  /** For one thing only: here you can act. */
  lamp: "#FFD34F",
} as const;

export const FONT = {
  numeral: "Limelight, serif",
  capitals: "Oswald, sans-serif",
  roman: "Marcellus, serif",
} as const;

/** The ground behind a head, by flag: two tones of rays and the halo. */
const GROUNDS: Readonly<Record<string, readonly [ray: string, other: string, halo: string]>> = {
  PT: ["#2B6247", "#3A7A58", "#E0B04C"],
  UK: ["#1C4270", "#2A5788", "#E9DEC4"],
  US: ["#B4473A", "#E8DABB", "#2B5079"],
  DE: ["#2C2A2B", "#46413C", "#D9A63B"],
  IT: ["#2F7150", "#E6DABC", "#C9503C"],
  YU: ["#2B5C92", "#E6DABC", "#C4493B"],
  SU: ["#A02B26", "#BA4033", "#E5B64F"],
  ES: ["#C23F2C", "#D55B3C", "#F1C559"],
  FR: ["#274E86", "#E8DEC6", "#CF4D3F"],
  HU: ["#A63D35", "#EADFC4", "#3D7452"],
  JP: ["#F1E5CB", "#E3CFA9", "#C83D32"],
  PL: ["#C4433B", "#EFE4CC", "#8FA9B8"],
  AT: ["#B93A33", "#EDE1C8", "#7FA38C"],
  BE: ["#2B2927", "#E0B144", "#BF4236"],
  BR: ["#2A7049", "#3B8A5B", "#E9C04B"],
  RO: ["#2A4F8C", "#E2B548", "#BE4137"],
};

export const ground = (flag: string) => GROUNDS[flag] ?? (["#3B5566", "#4E6A7B", "#D8C7A0"] as const);
