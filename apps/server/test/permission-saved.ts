import type { MessageId } from "@colbin/protocol";
import type { Row } from "./permission-kinds.ts";

const nothing = "01930000-0000-7000-8000-000000000000";
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const inRoom = (slug: string) => ({ params: { slug }, query: {} });
const ofMessage = (slug: string, id: string) => ({ params: { slug, id } });
const nobodys = (code: string): Row => ({ MEM: code, GST: code, in: code });

/** The permission matrix of what a person keeps and is reminded of: it is theirs alone. */
export function savedRules(rows: Readonly<Record<"person" | "inside" | "reading", Row>>) {
  const { person, inside, reading } = rows;
  return {
    saveMessage: { row: inside, input: ofMessage },
    unsaveMessage: { row: inside, input: ofMessage },
    listSavedOfRoom: { row: reading, input: inRoom },
    listSaved: { row: person, input: () => ({ query: {} }) },
    updateSaved: {
      row: nobodys("MESSAGE_NOT_FOUND"),
      input: () => ({ params: { messageId: nothing as MessageId }, body: {} }),
    },
    removeSaved: { row: person, input: () => ({ params: { messageId: nothing as MessageId } }) },
    remindOfMessage: {
      row: inside,
      input: (slug: string, id: string) => ({
        ...ofMessage(slug, id),
        body: { remindAt: inAnHour() },
      }),
    },
    createReminder: { row: person, input: () => ({ body: { note: "Tea", remindAt: inAnHour() } }) },
    listReminders: { row: person, input: () => ({}) },
    deleteReminder: {
      row: nobodys("REMINDER_NOT_FOUND"),
      input: () => ({ params: { id: nothing } }),
    },
  };
}
