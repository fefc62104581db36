import { mentionsIn } from "@colbin/protocol";
import { useEffect } from "react";
import { asRead } from "#web/features/writing/mention-words.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { askFor } from "./draft-names.ts";

/** A text that is not sent yet, with the names of now in the place of its mentions. */
export function useAsRead(text: string): string {
  useEffect(() => askFor(mentionsIn(text)), [text]);
  return useStore(chat.store, () => asRead(text));
}
