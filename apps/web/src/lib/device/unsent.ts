import { chat } from "#web/lib/api/chat.ts";
import { countDrafts } from "./drafts.ts";

/** Numbers of the messages and drafts that a sign-out takes with it, over all tabs and workspaces. */
export interface Unsent {
  readonly messages: number;
  readonly drafts: number;
}

export async function findUnsent(): Promise<Unsent> {
  const [messages, drafts] = await Promise.all([chat.messages.findUnsent(), countDrafts()]);
  return { messages, drafts };
}
