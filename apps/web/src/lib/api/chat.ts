import { createChat } from "@colbin/client";
import { neededFiles } from "#web/lib/device/needed-files.ts";
import { deviceOutbox } from "#web/lib/device/outbox-store.ts";
import { deviceSnapshots } from "#web/lib/device/snapshot-store.ts";
import { nextFrame } from "#web/lib/react/next-frame.ts";
import { account } from "./account.ts";

/** The one live channel of the page; loaded with the screens that show it. */
export const chat = createChat(account, {
  outboxStore: deviceOutbox,
  snapshotStore: deviceSnapshots,
  files: neededFiles,
  nextFrame,
});
