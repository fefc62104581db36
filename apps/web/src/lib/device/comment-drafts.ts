import { createStore } from "@colbin/client";
import { account } from "#web/lib/api/account.ts";

/** Comments that are typed and not sent, by the place where they are written, until the page is left. */
export const commentDrafts = createStore<Readonly<Record<string, string | undefined>>>({});
account.onSignOut(async () => commentDrafts.update(() => ({})));

export function setDraft(place: string, text: string | undefined): void {
  commentDrafts.update((drafts) => ({ ...drafts, [place]: text }));
}

export function countCommentDrafts(): number {
  return Object.values(commentDrafts.getSnapshot()).filter((text = "") => text.trim() !== "")
    .length;
}
