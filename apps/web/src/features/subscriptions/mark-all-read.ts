import { unreadInThread } from "@colbin/client";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";

const allRead: Text = {
  id: "subscriptions.allRead",
  message:
    "{n, plural, =0 {Nothing is unread} one {# message marked as read} other {# messages marked as read}}",
};

/** Everything in the rooms of the workspace and their threads is read, and how much that was is said. Fails where the server does not do it. */
export async function markAllRead(): Promise<void> {
  const { subscriptions, threadStates } = chat.store.getSnapshot();
  const counts = [
    ...Array.from(subscriptions.values(), ({ unreadCount }) => unreadCount),
    ...Array.from(threadStates?.values() ?? [], (state) => unreadInThread(state).unread),
  ];
  const n = counts.reduce((sum, count) => sum + count, 0);
  // Also where this browser knows of none: it may be behind.
  await account.call("markAllRead", { body: {} }, { idempotencyKey: "none" });
  toast({ title: t(allRead, { n }) });
}
