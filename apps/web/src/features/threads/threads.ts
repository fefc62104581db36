import { createThreadList, createThreads } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";

/** The acts on threads. */
export const threads = createThreads(chat.threadHost);

/** Threads as the page of threads lists them, by its tabs. */
export const threadList = createThreadList(chat.lists);
