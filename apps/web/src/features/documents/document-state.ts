import { hasPermission, type Document } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { mayWriteIn } from "./document-acts.ts";
import { stateTexts } from "./editor-texts.ts";
import type { LiveState } from "./live-document.ts";

/** May the person change the text now? The word of the channel is the newer one. */
export function isWritable(
  document: Document,
  { isReady, isGone, build, isReadOnly = !mayWriteIn(document) }: LiveState,
): boolean {
  return isReady && !isGone && build !== "older" && !isReadOnly;
}

/** How the text stands, in words: what of it is where, and why it cannot be changed. */
export function stateText(document: Document, state: LiveState, isOnline: boolean): string {
  const { isReadOnly = !mayWriteIn(document), isConnected, wasConnected, waiting: n } = state;
  if (state.isGone) return t(stateTexts.gone);
  if (state.build !== "same") return buildText(state);
  if (isReadOnly) return n > 0 ? t(stateTexts.unsaved, { n }) : readOnlyText(document);
  if (isConnected && isOnline) return t(n > 0 ? stateTexts.saving : stateTexts.saved);
  if (n > 0) return t(state.isKept ? stateTexts.waiting : stateTexts.unkept, { n });
  return t(wasConnected || !isOnline ? stateTexts.offline : stateTexts.connecting);
}

function buildText({ build, isKept, waiting: n }: LiveState): string {
  if (n > 0) return t(isKept ? stateTexts.kept : stateTexts.unkept, { n });
  return t(build === "older" ? stateTexts.older : stateTexts.newer);
}

function readOnlyText({ status, isLocked, level }: Document): string {
  if (status === "ARCHIVED") return t(stateTexts.archived);
  if (isLocked) return t(stateTexts.locked);
  return t(hasPermission(level, "WRITE") ? stateTexts.readOnly : stateTexts.level);
}
