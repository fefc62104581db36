import { createAccessLists } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";

export const { requests, invitations } = createAccessLists(chat.lists);
