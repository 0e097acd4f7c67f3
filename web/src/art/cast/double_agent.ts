/** The seven characters of the Double Agent box. */

import type { Recipe } from "../portrait/recipe";
import { BLACK_HAIR, DARK_RED, ROSE } from "./tones";

export const DOUBLE_AGENT: Readonly<Record<string, Recipe>> = {
  s_buonocore: {
    jaw: "heavy",
    skin: "olive",
    hair: ["slick", BLACK_HAIR],
    hat: ["bowler", "#2D2A30", "#7B5A22", "#1C1A1F"],
    whiskers: "handlebar",
    wear: ["suit", "#6C4A2C", "#50361F", "#2C5A45"],
  },
  eileen_b: {
    jaw: "heart",
    skin: "pale",
    hair: ["center", "#7A4A22"],
    lips: ROSE,
    cheek: "#E8988A",
    hat: ["headphones", "#2A2E33", "#4A3323", "#1A1D21"],
    wear: ["jacket", "#5F7488", "#475A6C", "#DCE3E6"],
    tilt: 4,
  },
  yoshiko_kawashima: {
    jaw: "heart",
    skin: "pale",
    hair: ["eton", "#141012"],
    lips: DARK_RED,
    brow: "flat",
    hat: ["officer", "#7C6B43", "#A5301D", "#5F5132"],
    wear: ["tunic", "#7C6B43", "#5F5132", "#A5301D"],
  },
  heiko_e: {
    jaw: "square",
    hair: ["part", "#B98B45"],
    brows: "#8A6426",
    hat: ["tyrol", "#4E6B45", "#2C3F2A", "#385033"],
    whiskers: "chevron",
    beard: "#B98B45",
    wear: ["jacket", "#6D7059", "#545744", "#E9DFC9"],
    mouth: "smirk",
    tilt: -4,
  },
  r_szozenkowak: {
    jaw: "long",
    skin: "pale",
    nose: "hook",
    hair: ["slick", "#6B4A2A"],
    hat: ["corners", "#6F7A4E", "#A5301D", "#56603B"],
    wear: ["uniform", "#6F7A4E", "#56603B", "#A5301D"],
    mouth: "grim",
  },
  morishima: {
    jaw: "oval",
    skin: "sallow",
    hair: ["brush", "#1A1614"],
    glasses: "round",
    wear: ["wing", "#2A2C33", "#1B1D22", "#8E95A0"],
    worn: "rosette",
  },
  mihajlo_d: {
    jaw: "long",
    hair: ["recede", "#4A3B2C"],
    glasses: "round",
    whiskers: "beard",
    hat: ["sidecap", "#7A7556", "#E9DFC9", "#5F5B41"],
    wear: ["uniform", "#7A7556", "#5F5B41", "#3F3D2C"],
  },
};
