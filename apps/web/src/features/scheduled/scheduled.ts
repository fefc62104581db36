import { createScheduledMessages } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";

export const scheduled = createScheduledMessages(chat.lists);
