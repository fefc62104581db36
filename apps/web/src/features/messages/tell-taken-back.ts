import type { ApiError, OutboxEntry } from "@colbin/client";
import { toast } from "#web/design/overlay/toast.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";

const reactFailed = { id: "messages.reactFailed", message: "Failed to add reaction" };

/** Commands with a text of the person stay where they are refused. */
const titles: Partial<Record<OutboxEntry["kind"], Text>> = {
  delete: { id: "messages.deleteFailed", message: "Message not deleted" },
  tick: { id: "messages.tickFailed", message: "Task not changed" },
  vote: { id: "messages.voteFailed", message: "Vote not counted" },
};

/** Tells of an act that was shown and then refused for good. */
export function tellTakenBack(kind: OutboxEntry["kind"], error: ApiError): void {
  const title = t(titles[kind] ?? reactFailed);
  toast({ title, description: errorText(error), variant: "destructive" });
}
