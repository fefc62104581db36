import type { ScheduledMessage } from "@colbin/protocol";
import type { ListHost } from "./list-host.ts";
import { createSyncedList, type SyncedList } from "./synced-list.ts";

/** Messages that the person has written for later in this workspace and that were not sent; the next first. */
export function createScheduledMessages(host: ListHost): SyncedList<ScheduledMessage> {
  const list = createSyncedList<ScheduledMessage>(host, {
    name: "scheduled",
    async read() {
      const { results } = await host.call("listScheduledMessages", {});
      return { results, nextCursor: null };
    },
    id: ({ id }) => id,
    compare: (one, other) => one.sendAt.localeCompare(other.sendAt),
  });
  host.onNews((news) => void (news.part === "scheduled" && list.look()));
  return list;
}
