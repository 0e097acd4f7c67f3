/** What is looked at between games, fetched when somebody first asks for any of it. */
import style from "../style/between.lazy.css";

export { Games } from "./games";
export { HowTo } from "./howto";
export { Learn } from "./learn";
export { Puzzle } from "./puzzle";
export { Puzzles } from "./puzzles";
export { Replay } from "./replay";
export { Rules } from "./rules";
export { style };
