/* The table of rules-identity, section 2, as data: which counters a request meets, how much each holds and for how long. */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Wrong codes of all unknown devices together. */
export const KEY_OF_UNKNOWN_DEVICES = "fails of unknown devices";
/** A link that nobody uses is followed by the next: the first of a day soon, the others once an hour (rules-identity 14). */
const LINK_LIFE_MS = 10 * 60_000;
const SHORT_LINKS_A_DAY = 15;
/** The person is told after this many wrong codes in a day, once a day (rules-identity 15). */
export const FAILS_BEFORE_ALERT = 5;

export interface OtpLimits {
  readonly otpTriesPerCode: number;
  readonly otpResendS: number;
  readonly otpSendsPerIdentifierHour: number;
  readonly otpSendsPerIdentifierDay: number;
  readonly otpFailsPerIdentifierDay: number;
  readonly otpFailsInARow: number;
  readonly otpSendsPerIpHour: number;
  readonly otpFailsPerIpHour: number;
  readonly otpFailsPerIpDay: number;
  readonly otpFailsInstanceDay: number;
}

/** At most `max` hits within any window of this length; without a window until a success. */
export interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number | undefined;
  /** Being full lasts at least this long. */
  readonly holdMs?: number;
}

/** Whose codes die when a limit of failures is full. */
type Covered = "identifier" | "address" | "unknown devices";

export interface FailLimit extends Limit {
  readonly covers: Covered;
}

/** Who asks, as far as counting goes. */
export interface Scope {
  readonly identifier: string;
  /** Tells one browser, or one other client, from the next. */
  readonly caller: string;
  /** A known device has counters of its own, so that an attack from elsewhere does not touch it (rules-identity 16). */
  readonly device: string | undefined;
  /** Undefined for an address that is not counted. */
  readonly address: string | undefined;
}

function whoOf(scope: Scope): string {
  return scope.device === undefined ? scope.identifier : `${scope.identifier} on ${scope.device}`;
}

function whereOf(scope: Scope): string | undefined {
  return scope.device === undefined ? scope.address : `device ${scope.device}`;
}

/** Over one of these the caller has to wait: limits that nobody elsewhere can fill (rules-identity, table of section 2). */
export function listWaitLimits(limits: OtpLimits, scope: Scope): readonly Limit[] {
  const where = whereOf(scope);
  const again = `resend ${scope.identifier} to ${scope.caller}`;
  const waits: Limit[] = [{ key: again, max: 1, windowMs: limits.otpResendS * 1000 }];
  // The address comes first: whoever has used it up counts for nobody else any more.
  if (where !== undefined)
    waits.unshift({
      key: `sends from ${where}`,
      max: limits.otpSendsPerIpHour,
      windowMs: HOUR_MS,
    });
  return waits;
}

/** Over one of these a link is sent instead of a code: a stranger can fill them, so they refuse nobody. */
export function listCodeLimits(limits: OtpLimits, scope: Scope): readonly Limit[] {
  const who = whoOf(scope);
  const [perHour, perDay] = [limits.otpSendsPerIdentifierHour, limits.otpSendsPerIdentifierDay];
  return [
    { key: `sends hour ${who}`, max: perHour, windowMs: HOUR_MS },
    { key: `sends day ${who}`, max: perDay, windowMs: DAY_MS },
  ];
}

/** Counts the links of a day, and is held while one of them is live: there is no other bound, so that one can be had. */
export function linkLimit(scope: Scope): Limit {
  return { key: `links ${whoOf(scope)}`, max: Number.MAX_SAFE_INTEGER, windowMs: DAY_MS };
}

/** How long the link lives that is the `nth` within a day. */
export function toLinkLifeMs(nth: number): number {
  return nth <= SHORT_LINKS_A_DAY ? LINK_LIFE_MS : HOUR_MS;
}

/**
 * Every wrong code counts for each of these; over one of them only a link helps. The first counts those of the person in
 * a day.
 */
export function listFailLimits(limits: OtpLimits, scope: Scope): readonly FailLimit[] {
  const [who, where] = [whoOf(scope), whereOf(scope)];
  const fails: FailLimit[] = [...listIdentifierFailLimits(limits, who)];
  if (where !== undefined) {
    const covers = scope.device === undefined ? "address" : "identifier";
    const [hour, day] = [limits.otpFailsPerIpHour, limits.otpFailsPerIpDay];
    fails.push(
      { key: `fails hour from ${where}`, max: hour, windowMs: HOUR_MS, covers },
      { key: `fails day from ${where}`, max: day, windowMs: DAY_MS, covers },
    );
  }
  if (scope.device === undefined) {
    const [key, max] = [KEY_OF_UNKNOWN_DEVICES, limits.otpFailsInstanceDay];
    fails.push({ key, max, windowMs: DAY_MS, covers: "unknown devices" });
  }
  return fails;
}

function listIdentifierFailLimits(limits: OtpLimits, who: string): FailLimit[] {
  const covers = "identifier";
  return [
    {
      key: `fails day ${who}`,
      max: limits.otpFailsPerIdentifierDay,
      windowMs: DAY_MS,
      holdMs: DAY_MS,
      covers,
    },
    { key: `fails in a row ${who}`, max: limits.otpFailsInARow, windowMs: undefined, covers },
  ];
}

/** What a success takes back: the failures of this identifier, on this device or on unknown ones. */
export function listKeysEndedBySuccess(limits: OtpLimits, scope: Scope): readonly string[] {
  return listIdentifierFailLimits(limits, whoOf(scope)).map(({ key }) => key);
}

/**
 * The wrong codes of one challenge of an unknown device: the right one takes them back from those of the whole server,
 * which counts guesses that lead nowhere.
 */
export function guessLimit(limits: OtpLimits, challengeId: string): Limit {
  return { key: `guesses ${challengeId}`, max: limits.otpTriesPerCode, windowMs: DAY_MS };
}

/**
 * Every wrong password counts for each of these, the last of them that of the person; over one of them none is compared (rules-identity
 * 22). The address comes first: a caller who has used it up counts for nobody else any more.
 */
export function listPasswordLimits(scope: Scope): readonly Limit[] {
  const where = whereOf(scope);
  const ofPerson = { key: `passwords ${whoOf(scope)}`, max: 10, windowMs: HOUR_MS };
  if (where === undefined) return [ofPerson];
  return [{ key: `passwords from ${where}`, max: 60, windowMs: HOUR_MS }, ofPerson];
}

/**
 * Wrong codes of a second factor, and recovery codes (rules-identity 27); over it none is compared. A known device is counted by
 * itself: a stranger who knows the first factor locks nobody out of their own.
 */
export function secondFactorLimit(scope: Scope): Limit {
  return { key: `second factors ${whoOf(scope)}`, max: 20, windowMs: DAY_MS };
}

/** Messages to an address that set a new password; over it none is sent, and nobody is told so. */
export function passwordLinkLimit(identifier: string): Limit {
  return { key: `password links ${identifier}`, max: 5, windowMs: HOUR_MS };
}

const alertKeys = {
  codes: "alert",
  passwords: "alert of passwords",
  "second factors": "alert of second factors",
} as const;

/** One notice a day of wrong codes, one of wrong passwords, and one of wrong second factors. */
export function alertLimit(scope: Scope, of: keyof typeof alertKeys = "codes"): Limit {
  return { key: `${alertKeys[of]} ${scope.identifier}`, max: 1, windowMs: DAY_MS };
}

/** One notice a day that somebody else wanted an address. */
export function claimLimit(identifier: string): Limit {
  return { key: `alert of claims ${identifier}`, max: 1, windowMs: DAY_MS };
}

export interface CounterState {
  readonly hits: readonly Date[];
  readonly heldUntil: Date | null;
}

/** Milliseconds until the limit takes another hit; 0 when it does so now, undefined when only a success frees it. */
export function waitMsOf(
  limit: Limit,
  state: CounterState | undefined,
  now: Date,
): number | undefined {
  if (!state) return 0;
  const held = Math.max(0, (state.heldUntil?.getTime() ?? 0) - now.getTime());
  const { windowMs } = limit;
  if (windowMs === undefined) return state.hits.length >= limit.max ? undefined : held;
  const moments = state.hits.map((hit) => hit.getTime()).toSorted((a, b) => a - b);
  const live = moments.filter((hit) => hit > now.getTime() - windowMs);
  const blocking = live[live.length - limit.max];
  const untilRoom = blocking === undefined ? 0 : blocking + windowMs - now.getTime();
  return Math.max(held, untilRoom);
}

/** Is there no room for another hit? */
export function isFull(limit: Limit, state: CounterState | undefined, now: Date): boolean {
  return waitMsOf(limit, state, now) !== 0;
}
