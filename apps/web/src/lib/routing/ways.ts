/** Takes a step between pages, and asks nobody. */
export type Step = () => void;

/** How the app goes through the entries of the browser; `layers.ts` replaces it, where surfaces have entries of their own. */
export const ways = {
  /** Takes the step: at once, or when the browser stands at the entry of the page itself. */
  whenOnPage: (step: Step): void => step(),
  /** Goes back or forward by so many entries. */
  moveBy: (entries: number): void => window.history.go(entries),
};
