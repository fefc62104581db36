import { createFeed } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";

export const feed = createFeed(chat.lists);
