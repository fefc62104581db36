import { toApiError } from "@colbin/client";
import type { Message, MessageId } from "@colbin/protocol";
import type { NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { messagePath } from "#web/lib/routing/paths.ts";
import { insertTexts } from "./insert-texts.ts";

/** Refusals that another try does not change. */
const FINAL_STATUSES: readonly number[] = [403, 404];

/** A message of the chat, which each reader asks for: what it says stands nowhere in the document. */
export function messageView({ node }: NodeViewRendererProps): NodeView {
  const { roomSlug: slug, messageId } = node.attrs as { roomSlug: string; messageId: MessageId };
  const dom = document.createElement("a");
  dom.className = "document-message";
  dom.dataset["type"] = "messageEmbed";
  dom.href = messagePath(slug, messageId);
  dom.textContent = t(insertTexts.messageLoading);
  const listening = new AbortController();
  const load = async (): Promise<void> => {
    try {
      const params = { slug, id: messageId };
      showMessage(dom, await account.call("getMessage", { params }));
      listening.abort();
    } catch (cause) {
      const isFinal = FINAL_STATUSES.includes(toApiError(cause).status);
      if (isFinal) listening.abort();
      dom.textContent = t(isFinal ? insertTexts.messageHidden : insertTexts.messageFailed);
    }
  };
  onConnection(() => void load(), listening.signal);
  void load();
  return { dom, destroy: () => listening.abort() };
}

function showMessage(dom: HTMLElement, message: Message): void {
  if (message.isDeleted) {
    dom.textContent = t(insertTexts.messageHidden);
    return;
  }
  const author = document.createElement("strong");
  author.textContent = message.authorName;
  const words = document.createElement("p");
  words.dir = "auto";
  words.textContent = (message.metadata as { plainText?: string }).plainText ?? message.content;
  dom.replaceChildren(author, words);
}

/** Calls `handle` with each new connection until `signal` ends it. */
function onConnection(handle: () => void, signal: AbortSignal): void {
  const readStatus = () => chat.store.getSnapshot().connectionStatus;
  let before = readStatus();
  const stop = chat.store.subscribe(() => {
    const now = readStatus();
    if (now !== before && now === "connected") handle();
    before = now;
  });
  signal.addEventListener("abort", stop);
  // The channel may outlast a network that was gone for seconds.
  window.addEventListener("online", handle, { signal });
}
