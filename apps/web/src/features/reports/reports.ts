import { createReports } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";

export const reports = createReports(chat.lists);
