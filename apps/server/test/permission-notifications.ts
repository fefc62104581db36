import type { MessageId, WorkspaceId } from "@colbin/protocol";
import { noneOf, reading } from "./permission-rows.ts";
import type { Row } from "./permission-kinds.ts";

const range = { from: "22:00", until: "07:00" };

/** The permission matrix of what a person wants of notifications: it is theirs alone, but for when they are quiet. */
export function notificationSettingRules(
  rows: Readonly<Record<"person" | "account" | "marking", Row>>,
) {
  const { person, account, marking } = rows;
  return {
    getNotificationDecision: {
      row: reading,
      input: (slug: string, messageId: string) => ({
        query: { sessionRoomSlug: slug, messageId: messageId as MessageId },
      }),
    },
    listNotificationDeliveries: { row: account, input: () => ({ query: {} }) },
    announce: {
      row: { ...noneOf("ORGANIZATION_NOT_FOUND"), SUS: "ORGANIZATION_NOT_FOUND" },
      input: () => ({ body: { text: "news", workspaceId: nothing as WorkspaceId } }),
    },
    getNotificationPreferences: { row: person, input: () => ({}) },
    updateNotificationPreferences: { row: person, input: () => ({ body: {} }) },
    getQuietHours: { row: account, input: () => ({}) },
    updateQuietHours: {
      row: account,
      input: () => ({ body: { mode: "OFF" as const, range, days: {}, timeZone: "UTC" } }),
    },
    pauseNotifications: { row: account, input: () => ({ body: { until: null } }) },
    testNotifications: { row: account, input: () => ({}) },
    getPeerQuiet: { row: marking, input: (slug: string) => ({ params: { slug } }) },
  };
}

const nothing = "01930000-0000-7000-8000-000000000000";
const params = { id: nothing };
/** Of nobody; what a link in a mail does: features/notifications/unsubscribe.test.ts. */
const token = `all.${"A".repeat(22)}.${"A".repeat(43)}`;

/** The permission matrix of mails and webhooks: each is about the caller alone. By role in an organization: features/webhooks/webhooks.test.ts. */
export function notificationRules(rows: {
  readonly account: Row;
  readonly everybody: (verdict: string) => Row;
}) {
  const { account, everybody } = rows;
  const noWebhook: Row = { ...noneOf("WEBHOOK_NOT_FOUND"), SUS: "WEBHOOK_NOT_FOUND" };
  return {
    getMailState: { row: account, input: () => ({}) },
    updateMailState: { row: account, input: () => ({ body: {} }) },
    getUnsubscribe: {
      row: everybody("UNSUBSCRIBE_INVALID"),
      input: () => ({ params: { token } }),
    },
    unsubscribe: { row: everybody("UNSUBSCRIBE_INVALID"), input: () => ({ params: { token } }) },
    listWebhooks: { row: account, input: () => ({ query: {} }) },
    addWebhook: {
      row: { ...noneOf("WEBHOOK_URL_NOT_ALLOWED"), SUS: "WEBHOOK_URL_NOT_ALLOWED" },
      input: () => ({ body: { url: "http://10.0.0.1/" } }),
    },
    resumeWebhook: { row: noWebhook, input: () => ({ params }) },
    removeWebhook: { row: noWebhook, input: () => ({ params }) },
  };
}
