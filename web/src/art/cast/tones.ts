/** Lip colours and cloths that several people share. */

export const RED = ["#C8324A", "#8E1F38"] as const;
export const DARK_RED = ["#9E2238", "#6B1424"] as const;
export const ROSE = ["#D4566A", "#A33350"] as const;
export const BLACK_HAIR = "#17120F";
export const BLACK_SILK = "#16181d";
