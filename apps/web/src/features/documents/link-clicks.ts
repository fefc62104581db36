import { isSafeLink } from "@colbin/documents";
import type { EditorView } from "@tiptap/pm/view";

/** Nodes that lead to a page of the app. */
const appLinks: readonly (string | undefined)[] = ["documentLink", "messageEmbed"];

/**
 * Follows a link of the text that is clicked; true where that is done here. A page of the app opens in this tab by `onOpen`. In a text
 * that the person may change, a click on any other link sets the caret, and one with Ctrl or Cmd opens the link.
 */
export function followLink(
  { editable }: EditorView,
  event: MouseEvent,
  onOpen: (path: string) => void,
): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.button !== 0) return false;
  const isModified = event.ctrlKey || event.metaKey;
  const address = link.getAttribute("href") ?? "";
  if (appLinks.includes(link.dataset["type"])) {
    if (isModified || event.shiftKey) return false;
    event.preventDefault();
    onOpen(address);
    return true;
  }
  if (!editable || !isModified || !isSafeLink(address)) return false;
  event.preventDefault();
  openLink(address);
  return true;
}

/** Opens a safe link in a tab of its own, which learns nothing of this one. */
export function openLink(address: string): void {
  if (isSafeLink(address)) window.open(address, "_blank", "noopener,noreferrer");
}
