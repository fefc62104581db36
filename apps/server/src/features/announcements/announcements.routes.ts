import type { Handlers } from "#server/platform/http/handler.ts";
import { announce, type AnnouncementDeps } from "./announcements.service.ts";

export function announcementsRoutes(deps: AnnouncementDeps) {
  return {
    announce: ({ body }, { actor }) => announce(deps, actor, body),
  } satisfies Partial<Handlers>;
}
