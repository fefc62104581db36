import { useState } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { toExcerpt } from "./excerpt.ts";
import type { ListedMessage } from "./message-rows.ts";
import { messageTexts } from "./texts.ts";

/**
 * For screen readers: one sentence when a message fails, also when it fails again. It stands outside of the list, where
 * a row that comes back into sight would be told anew.
 */
export function Failures({ messages }: { messages: readonly ListedMessage[] }) {
  return (
    <p role="alert" className="sr-only">
      {useNews(messages.filter(({ status }) => status === "failed"))}
    </p>
  );
}

function useNews(failed: readonly ListedMessage[]): string {
  const keys = failed.map(({ key }) => key);
  const [told, setTold] = useState({ keys, text: "" });
  if (told.keys.join() === keys.join()) return told.text;
  const last = failed.findLast(({ key }) => !told.keys.includes(key));
  const text = last ? t(messageTexts.failedNews, { text: toExcerpt(last.content) }) : "";
  setTold({ keys, text });
  return text;
}
