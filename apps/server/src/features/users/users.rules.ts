const DAY_MS = 24 * 60 * 60_000;
const USERNAME_CHANGES = 2;
const USERNAME_CHANGE_WINDOW_MS = 30 * DAY_MS;
/** A former username stays with its person this long, so that nobody can pose as them (rules-identity 42). */
export const USERNAME_RESERVED_MS = 90 * DAY_MS;

/** Words that would read as the product, as a role, as everybody, or as an address of the app. */
const reservedWords: ReadonlySet<string> = new Set([
  ..."abuse account activity admin administrator all anonymous api app archive auth billing bot calendar".split(
    " ",
  ),
  ..."channel chat colbin contact dashboard deleted deleted-user direct everybody everyone files general group".split(
    " ",
  ),
  ..."guest help here hostmaster info invite join legal link list login logout mail me member moderator null".split(
    " ",
  ),
  ..."nobody noreply no-reply notifications official operator org organization organizations owner personal".split(
    " ",
  ),
  ..."postmaster privacy public register root saved search security self service session settings sign-in signin".split(
    " ",
  ),
  ..."signout signup somebody someone staff status superuser support sysadmin system team terms undefined unknown".split(
    " ",
  ),
  ..."user username users webmaster workspace you".split(" "),
]);

/** Separators do not make another word of it: `ad.min` reads as `admin`. */
export function isReservedUsername(username: string): boolean {
  return reservedWords.has(username) || reservedWords.has(username.replaceAll(/[._-]/g, ""));
}

/** The changes that still count, and how long the next one must wait; 0 when it may happen now. */
export function judgeUsernameChange(
  changedAt: readonly Date[],
  now: Date,
): { readonly counted: readonly Date[]; readonly waitMs: number } {
  const since = now.getTime() - USERNAME_CHANGE_WINDOW_MS;
  const counted = changedAt.filter((at) => at.getTime() > since);
  const oldest = counted[counted.length - USERNAME_CHANGES];
  return { counted, waitMs: oldest ? oldest.getTime() - since : 0 };
}

/** Only a zone that this server can calculate with. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
