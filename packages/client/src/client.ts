import { createAccount, type AccountOptions } from "./account.ts";
import type { ChatClient } from "./chat-client.ts";
import { createChat, type ChatOptions } from "./chat.ts";

export type ClientOptions = AccountOptions & ChatOptions;

/**
 * The whole client: `auth` and `users`, and with them `rooms`, `messages`, `typing` and `connection`. A page that shows
 * the sign-in before the chat takes `createAccount` first and `createChat` when it is needed.
 */
export function createClient(options: ClientOptions = {}): ChatClient {
  const account = createAccount(options);
  const chat = createChat(account, options);
  return {
    ...account,
    ...chat,
    close() {
      chat.close();
      account.close();
    },
  };
}
