import type { Handlers } from "#server/platform/http/handler.ts";
import {
  followThread,
  getThread,
  listFollowedThreads,
  listThreads,
  markThreadRead,
  type ThreadDeps,
} from "./threads.service.ts";

export function threadsRoutes(deps: ThreadDeps) {
  return {
    getThread: ({ params, query }, { actor }) => getThread(deps, actor, params, query),
    followThread: ({ params }, { actor }) => followThread(deps, actor, params, true),
    unfollowThread: ({ params }, { actor }) => followThread(deps, actor, params, false),
    markThreadRead: ({ params, body }, { actor }) =>
      markThreadRead(deps, actor, params, body.lastReadReplyId),
    listThreads: ({ query }, { actor }) => listThreads(deps, actor, query),
    listFollowedThreads: (_, { actor }) => listFollowedThreads(deps, actor),
  } satisfies Partial<Handlers>;
}
