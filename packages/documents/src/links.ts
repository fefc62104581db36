const safe = /^(?:https?:\/\/|mailto:)./i;

/** May a link of a document lead there? To the web and to mail addresses, and nowhere else (rules-collab 2C, Bad input). */
export function isSafeLink(address: string | null | undefined): boolean {
  return safe.test(address ?? "");
}
