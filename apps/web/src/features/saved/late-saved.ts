/* The parts of saved messages that the first frame does without, in one file. */
export { LaterRows } from "./LaterRows.tsx";
export { SavedFlag } from "./SavedFlag.tsx";
export { toggleSaved } from "./toggle-saved.ts";
