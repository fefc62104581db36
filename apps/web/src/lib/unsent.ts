import { chat } from "./chat.ts";
import { countDrafts } from "./device/drafts.ts";

/** What a sign-out takes with it: numbers, over all tabs and workspaces. */
export interface Unsent {
  readonly messages: number;
  readonly drafts: number;
}

export async function findUnsent(): Promise<Unsent> {
  const [messages, drafts] = await Promise.all([chat.messages.findUnsent(), countDrafts()]);
  return { messages, drafts };
}
