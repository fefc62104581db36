import type { Text } from "#web/lib/language/i18n.ts";

export const usageTexts = {
  title: { id: "usage.title", message: "Usage" },
  failed: { id: "usage.failed", message: "Failed to fetch the usage" },
  planHint: {
    id: "usage.planHint",
    message: "This server is yours. There is nothing to pay and nothing to renew.",
  },
  use: { id: "usage.use", message: "Usage" },
  people: { id: "usage.people", message: "People" },
  byStatus: { id: "usage.byStatus", message: "By status" },
  byRole: { id: "usage.byRole", message: "By role" },
  in7Days: { id: "usage.in7Days", message: "Read or wrote in the last 7 days" },
  in30Days: { id: "usage.in30Days", message: "Read or wrote in the last 30 days" },
  joined: { id: "usage.joined", message: "Joined by month" },
} as const satisfies Record<string, Text>;
