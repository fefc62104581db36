const safe = /^(?:https?:\/\/|mailto:)./i;

/** Browsers take no longer ones, and a text may have it at each of its letters. */
const LENGTH_MAX = 2_000;

/** May a link of a document lead there? To the web and to mail addresses, and nowhere else (rules-collab 2C, Bad input). */
export function isSafeLink(address: string | null | undefined): boolean {
  return safe.test(address ?? "") && (address ?? "").length <= LENGTH_MAX;
}
