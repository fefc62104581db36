import { useEffect } from "react";
import { drafts, listBegun, readDraft } from "#web/lib/device/drafts.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { endEdit } from "./message-edits.ts";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { useRoom } from "./room-context.ts";

/** Answers of any message whether its text is being changed. */
export function useEdited(): (message: ListedMessage) => boolean {
  const room = useRoom();
  // One text for all: the drafts change with each key that is pressed in the composer.
  const ids = useStore(drafts, () => listBegun("edit:").join(" "));
  const begun = new Set(ids.split(" "));
  return (message) => begun.has(message.id) && rightsOn(message, room).mayFinishEdit;
}

/** Ends the begun change of a message that is deleted, also elsewhere: nobody could save it. The person is offered its text. */
export function useEndOfEdits(messages: readonly ListedMessage[]): void {
  useEffect(() => {
    for (const { id, isDeleted } of messages) {
      const text = readDraft({ edit: id });
      if (!isDeleted || text === undefined) continue;
      endEdit(id);
      void import("./edit-lost.ts").then(({ tellEditLost }) => tellEditLost(text));
    }
  }, [messages]);
}
