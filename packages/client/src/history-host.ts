import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import type { PageLoads } from "./page-loads.ts";
import type { WritableStore } from "./store.ts";

/** The parts of the chat that reading of its history needs. */
export interface HistoryHost {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly recordWhile: PageLoads["recordWhile"];
}
