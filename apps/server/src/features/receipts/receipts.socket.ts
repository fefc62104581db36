import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import type { ReceiptWatching } from "./watching.service.ts";

export function receiptsCommands({ receipts }: { readonly receipts: ReceiptWatching }) {
  return {
    CLIENT_WATCH_RECEIPTS: ({ message, requestId }, session) =>
      receipts.watch(session, message, requestId),
  } satisfies Partial<CommandHandlers>;
}
