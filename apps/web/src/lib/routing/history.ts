import { createStore, type Store } from "@colbin/client";
import {
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  type To,
} from "react-router";
import { ways, type Step } from "./ways.ts";

/** Where the person is, and how they came there. */
interface Place {
  readonly location: Location;
  readonly action: NavigationType;
}

interface Guard {
  readonly ask: (step: Step) => void;
  /** Steps between addresses with the same key are none of its business. */
  readonly keyOf: (to: Address) => string;
}

/** A location or an URL. */
type Address = Pick<Location, "pathname" | "search">;

interface Undoing {
  readonly step: Step;
  readonly guard: Guard;
  /** How many entries the browser is away from the one that is shown. */
  away: number;
}

/** The history under the router's own BrowserRouter; that one lets nobody hold up a step. */
const browser = createBrowserHistory({ v5Compat: true });
const shown = createStore<Place>({ location: browser.location, action: browser.action });
const guards = new Set<Guard>();
let undoing: Undoing | undefined;
/** The next step back or forward is one that somebody was asked for. */
let isFree = false;

/** The address that is shown. */
export const place: Store<Place> = shown;

const atStart = shown.getSnapshot();

/** Is the page where it was loaded? Then what it shows was not asked for by a step of the person. */
export function isAtStart(): boolean {
  return shown.getSnapshot() === atStart;
}

/** The browser's history for the router, behind the guards. */
export const guardedHistory: Navigator = {
  ...browser,
  push: (to, state) => takeOrAsk(to, () => browser.push(to, state)),
  replace: (to, state) => takeOrAsk(to, () => browser.replace(to, state)),
  go: (delta) => ways.whenOnPage(() => ways.moveBy(delta)),
};

/**
 * Until the function that it returns is called, each step that changes the key of the address, which is its path unless `keyOf` says
 * otherwise, is held up and handed to `ask`. A step back or forward has been taken when the browser tells of it: `ask` hears of it
 * once the address and all entries are as they were.
 */
export function guardSteps(
  ask: Guard["ask"],
  keyOf: Guard["keyOf"] = ({ pathname }) => pathname,
): () => void {
  const guard = { ask, keyOf };
  guards.add(guard);
  return () => guards.delete(guard);
}

browser.listen(({ action, location, delta }) => {
  const isPop = action === NavigationType.Pop;
  if (undoing && isPop) return undo(undoing, delta ?? 0);
  const guard = isPop && !isFree ? findGuard(location) : undefined;
  undoing = undefined;
  isFree = false;
  if (!guard || !delta) return shown.update(() => ({ location, action }));
  const step = () =>
    ways.whenOnPage(() => {
      // The question, as any surface on a phone, has an entry of its own in the place of those ahead.
      if (delta > 0) return browser.push(location, location.state);
      isFree = true;
      ways.moveBy(delta);
    });
  undoing = { step, guard, away: delta };
  ways.moveBy(-delta);
});

/** Asks when the browser is back; another step may have come between. */
function undo(current: Undoing, delta: number): void {
  current.away += delta;
  if (current.away !== 0) return ways.moveBy(-current.away);
  undoing = undefined;
  askOrTake(current.step, current.guard);
}

function takeOrAsk(to: To, take: Step): void {
  const step = () => ways.whenOnPage(take);
  askOrTake(step, findGuard(browser.createURL(to)));
}

function findGuard(to: Address): Guard | undefined {
  const { location } = shown.getSnapshot();
  return [...guards].find(({ keyOf }) => keyOf(to) !== keyOf(location));
}

function askOrTake(step: Step, guard: Guard | undefined): void {
  if (guard && guards.has(guard)) guard.ask(step);
  else step();
}
