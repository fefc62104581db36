import { createChat } from "@colbin/client";
import { account } from "./account.ts";
import { deviceOutbox } from "./device/outbox-store.ts";
import { deviceSnapshots } from "./device/snapshot-store.ts";
import { nextFrame } from "./next-frame.ts";

/** The one live channel of the page; loaded with the screens that show it. */
export const chat = createChat(account, {
  outboxStore: deviceOutbox,
  snapshotStore: deviceSnapshots,
  nextFrame,
});
