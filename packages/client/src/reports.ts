import type { Report } from "@colbin/protocol";
import type { ListHost } from "./list-host.ts";
import { createSyncedList, type SyncedList } from "./synced-list.ts";

/** The key of a list: open or closed reports, of one room by its address, or of all that the person decides. */
export function reportsKey(status: "open" | "closed", slug = ""): string {
  return `${status} ${slug}`;
}

/** Reports that the person decides, the newest first; `total` of the open ones counts them. */
export function createReports(host: ListHost): SyncedList<Report> {
  const { call, onNews } = host;
  const reports = createSyncedList<Report>(host, {
    name: "reports",
    id: ({ id }) => id,
    async read(key, cursor) {
      const [status, slug = ""] = key.split(" ");
      const query = {
        status: status === "closed" ? "closed" : "open",
        ...(cursor !== undefined && { cursor }),
      } as const;
      const { openCount, ...page } = await (slug === ""
        ? call("listReports", { query })
        : call("listReportsOfRoom", { params: { slug }, query }));
      return { ...page, total: openCount };
    },
  });
  onNews((news) => {
    const isTold = news.part === "feed" && news.told?.notificationType === "MESSAGE_REPORTED";
    const isDeleted = news.part === "saved" && "deleted" in news;
    const isMissed = news.part === "feed" && !news.told && !news.changed && !news.read;
    if (isTold || isDeleted || isMissed) reports.look();
  });
  return reports;
}
