import { createSaved } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";

export const saved = createSaved(chat.lists);
