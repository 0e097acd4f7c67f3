/** The four promo characters. */

import type { Recipe } from "../portrait/recipe";
import { ROSE } from "./tones";

export const PROMO: Readonly<Record<string, Recipe>> = {
  josephine_baker: {
    jaw: "heart",
    skin: "brown",
    hair: ["eton", "#120D0C"],
    lips: ["#C12B45", "#831A30"],
    cheek: "#C2603F",
    eyeshadow: "#C7973F",
    hat: ["feathers", "#F3E7CC", "#B5832B", "#F2977A"],
    wear: ["gown", "#F6EBD3", "#D8C49A", "#fff"],
    earrings: "hoops",
    necklace: "choker",
    tilt: 5,
  },
  george_kennan: {
    side: true,
    skin: "pale",
    hair: ["sideBald", "#6D5A42"],
    wear: ["suit", "#5B6270", "#444A56", "#7D2230"],
    held: "telegram",
  },
  paderewski: {
    jaw: "square",
    hair: ["lion", "#F6F0E4"],
    brows: "#B9A88C",
    whiskers: "walrus",
    beard: "#E3D6BC",
    wear: ["bowTie", "#22242A", "#15171B", "#E9E2D2"],
    worn: "piano",
    tilt: -3,
  },
  krystyna_skarbek: {
    hair: ["rolls", "#4A2C1A"],
    lips: ROSE,
    cheek: "#E3947C",
    hat: ["beret", "#5D6B3F", "#3D482A", "#48542F"],
    wear: ["uniform", "#7D7A4F", "#5F5D3B", "#3D482A"],
    held: "pistol",
  },
};
