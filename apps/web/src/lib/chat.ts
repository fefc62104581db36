import { createChat } from "@colbin/client";
import { account } from "./account.ts";
import { nextFrame } from "./next-frame.ts";
import { browserOutboxStore } from "./outbox-store.ts";
import { browserSnapshotStore } from "./snapshot-store.ts";

/** The one live channel of the page; loaded with the screens that show it. */
export const chat = createChat(account, {
  outboxStore: browserOutboxStore(),
  snapshotStore: browserSnapshotStore(),
  nextFrame,
});
