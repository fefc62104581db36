import { createStore, type Store } from "@colbin/client";
import {
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  type To,
} from "react-router";

/** Where the person is, and how they came there. */
interface Place {
  readonly location: Location;
  readonly action: NavigationType;
}

/** Takes a step that was held up, and asks nobody. */
export type Step = () => void;
type Ask = (step: Step) => void;

interface Undoing {
  readonly step: Step;
  /** How many entries the browser is away from the one that is shown. */
  away: number;
}

/** What the router's own BrowserRouter stands on; that one lets nobody hold up a step. */
const browser = createBrowserHistory({ v5Compat: true });
const shown = createStore<Place>({ location: browser.location, action: browser.action });
const guards = new Set<Ask>();
let undoing: Undoing | undefined;
/** The next step back or forward is one that somebody was asked for. */
let isFree = false;

/** The address that is shown. */
export const place: Store<Place> = shown;

/** The browser's history for the router, behind the guards. */
export const guardedHistory: Navigator = {
  ...browser,
  push: (to, state) => takeOrAsk(to, () => browser.push(to, state)),
  replace: (to, state) => takeOrAsk(to, () => browser.replace(to, state)),
};

/**
 * Until the function that it returns is called, each step to another path is held up and handed to `ask`. A step back or forward
 * has been taken when the browser tells of it: `ask` hears of it once the address and all entries are as they were.
 */
export function guardSteps(ask: Ask): () => void {
  guards.add(ask);
  return () => guards.delete(ask);
}

browser.listen(({ action, location, delta }) => {
  const isPop = action === NavigationType.Pop;
  if (undoing && isPop) return undo(undoing, delta ?? 0);
  const isHeldUp = isPop && !isFree && isGuarded(location);
  undoing = undefined;
  isFree = false;
  if (!isHeldUp || !delta) return shown.update(() => ({ location, action }));
  const step = () => {
    isFree = true;
    browser.go(delta);
  };
  undoing = { step, away: delta };
  browser.go(-delta);
});

/** Asks when the browser is back; another step may have come between. */
function undo(current: Undoing, delta: number): void {
  current.away += delta;
  if (current.away !== 0) return browser.go(-current.away);
  undoing = undefined;
  askOrTake(current.step);
}

function takeOrAsk(to: To, step: Step): void {
  if (isGuarded(browser.createURL(to))) askOrTake(step);
  else step();
}

function isGuarded({ pathname }: { readonly pathname: string }): boolean {
  return guards.size > 0 && pathname !== shown.getSnapshot().location.pathname;
}

function askOrTake(step: Step): void {
  const [ask] = guards;
  if (ask) ask(step);
  else step();
}
