/** The six starting characters. */

import type { Recipe } from "../portrait/recipe";
import { RED, ROSE } from "./tones";

export const STARTING: Readonly<Record<string, Recipe>> = {
  linda_x: {
    jaw: "heart",
    hair: ["bob", "#B5652A"],
    lips: RED,
    hat: ["tilt", "#1F4F63", "#E9DFC9", "#143A4A"],
    wear: ["trench", "#C9AE7A", "#A58B5A", "#1F4F63"],
  },
  elizabeth: {
    skin: "pale",
    hair: ["rolls", "#5A3018"],
    lips: ROSE,
    cheek: "#E8988A",
    wear: ["blouse", "#355B8A", "#26446A", "#F6EBD3"],
    necklace: "pearls",
    earrings: "studs",
    tilt: -4,
  },
  roque: {
    jaw: "square",
    skin: "olive",
    hair: ["tousle", "#1D1512"],
    hat: ["stocking", "#2B3138", "#8E2F2A", "#1B2026"],
    wear: ["plaid", "#9FB0B8", "#7C919C", "#D9A278"],
    stubble: "#2A2420",
    mouth: "smirk",
  },
  guedes: {
    jaw: "round",
    skin: "olive",
    hair: ["part", "#8C8782"],
    whiskers: "handlebar",
    beard: "#A09A92",
    hat: ["top", "#23262D", "#7D2230", "#15171C"],
    wear: ["wing", "#23262D", "#15171C", "#8A8F91"],
  },
  hans_r: {
    jaw: "long",
    skin: "pale",
    hair: ["slick", "#D7B96C"],
    brows: "#A58338",
    glasses: "round",
    wear: ["trench", "#5D5A55", "#45423E", "#B5832B"],
    mouth: "grim",
    tilt: -2,
  },
  araujo: {
    jaw: "heavy",
    skin: "olive",
    hair: ["tousle", "#221813"],
    whiskers: "beard",
    wear: ["sweater", "#2F5D6E", "#204452", "#fff"],
    smoke: "pipe",
    tilt: 3,
  },
};
