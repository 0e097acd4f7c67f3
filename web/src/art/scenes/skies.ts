/** The skies, from the top down. Their gradients lie in the shared definitions; without them a sky has one tone. */

import { type Markup, rect } from "../svg";

export const SKIES: Readonly<Record<string, readonly [top: string, bottom: string]>> = {
  alcantara: ["#3E6F7E", "#F2D3A2"],
  church: ["#2E7FA6", "#F3DDAE"],
  palacio: ["#5FA58C", "#F4EBC6"],
  tamariz: ["#3FA0B8", "#FCE6B4"],
  atlantico: ["#7FB8DC", "#E9F1EC"],
  muchaxo: ["#4B3F7A", "#F0A58F"],
  casino: ["#1B1238", "#7C2E58"],
  hells_mouth: ["#0E2438", "#5E8E93"],
  museum: ["#DB7B4C", "#FBE3B0"],
  avenida: ["#071426", "#1F4468"],
  garrett: ["#F3B7B0", "#FDEBD3"],
  portela: ["#F0A45D", "#FCE7BC"],
  poster: ["#0F4A6E", "#8CC8BE"],
  "poster-sea": ["#2F97A8", "#0F4A6E"],
};

export const sky = (id: string): Markup => rect(0, 0, 300, 316, `url(#art-sky-${id}) ${SKIES[id]?.[1] ?? "none"}`);
