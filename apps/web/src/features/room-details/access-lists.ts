import { createAccessLists } from "@colbin/client";
import { chat } from "#web/lib/chat.ts";

export const { requests, invitations } = createAccessLists(chat.lists);
