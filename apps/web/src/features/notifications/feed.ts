import { createFeed } from "@colbin/client";
import { chat } from "#web/lib/chat.ts";

export const feed = createFeed(chat.lists);
