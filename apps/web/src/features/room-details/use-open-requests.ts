import { chat } from "#web/lib/chat.ts";
import { useCall } from "#web/lib/use-call.ts";
import { toTable, useListQuery } from "#web/lib/use-list-query.ts";
import { useRenewal } from "#web/lib/use-renewal.ts";
import { useStore } from "#web/lib/use-store.ts";
import { requestTexts } from "./request-texts.ts";

/** What people ask of those who lead the room, as it is now. */
export function useOpenRequests(slug: string) {
  const list = useListQuery({ sortBy: "createdAt" });
  const query = { page: list.page };
  const call = useCall("listAccessRequests", { params: { slug }, query }, { isPaged: true });
  useRenewal("listAccessRequests", useAccessNews());
  return { ...list, table: toTable(list, call, requestTexts.failed) };
}

/** Another text with each change of what people ask and are invited to. */
export function useAccessNews(): string {
  return useStore(chat.store, ({ accessChanges }) => String(accessChanges));
}
