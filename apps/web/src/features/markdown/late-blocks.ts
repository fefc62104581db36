/* Loaded with the first block of code or table. */

export { CodeHead } from "./CodeHead.tsx";
export { ColouredCode } from "./ColouredCode.tsx";
export { TableHead } from "./TableHead.tsx";
