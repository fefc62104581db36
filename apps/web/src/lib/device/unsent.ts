import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { countCommentDrafts } from "./comment-drafts.ts";
import { listWaitingCopies } from "./document-copies.ts";
import { whenDraftsWritten } from "./drafts.ts";
import { savedName } from "./saved-name.ts";
import { device } from "./store.ts";
import { trays } from "./trays.ts";
import { uploads } from "./uploads.ts";

/** Numbers of the messages, drafts and documents with changes that a sign-out takes with it, over all tabs and workspaces. */
export interface Unsent {
  readonly messages: number;
  readonly drafts: number;
  readonly documents: number;
}

export async function findUnsent(): Promise<Unsent> {
  const [messages, drafts, documents] = await Promise.all([
    chat.messages.findUnsent(),
    countDrafts(),
    countDocuments(),
  ]);
  return { messages, drafts: drafts + countCommentDrafts(), documents };
}

async function countDocuments(): Promise<number> {
  const person = account.session.getSnapshot().user?.id;
  return person === undefined ? 0 : (await listWaitingCopies(person)).length;
}

/** A text of the person, or what the server has of it. */
interface Row {
  readonly text?: string;
  readonly content?: string;
}

/** Drafts that are on this device alone: a text that the server has as well comes back. */
async function countDrafts(): Promise<number> {
  await whenDraftsWritten();
  const person = account.session.getSnapshot().user?.id;
  const rows = person === undefined ? [] : await device.read("drafts", [person]);
  const values = new Map(rows.map(({ key, value }) => [String(key), value as Row]));
  await uploads.whenRead();
  // Files beside a text are part of that draft.
  const withText = new Set(rows.map(({ key }) => key[2]));
  const alone = [...trays.getSnapshot().keys()].filter((place) => !withText.has(place));
  const texts = rows.filter(({ key, value }) => {
    const { text } = value as Row;
    const saved = values.get(String([...key.slice(0, 2), savedName(key[2] ?? "")]));
    return text !== undefined && text !== saved?.content;
  });
  return texts.length + alone.length;
}
