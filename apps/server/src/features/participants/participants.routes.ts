import { AppError } from "#server/platform/app-error.ts";
import type { SubscriptionDeps } from "#server/features/subscriptions/subscriptions.service.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { createOrJoin } from "./joining.service.ts";

export function participantsRoutes(deps: SubscriptionDeps): Pick<Handlers, "createOrJoinRooms"> {
  return {
    createOrJoinRooms: ({ body }, { actor }) => {
      const slugs =
        body.sessionRoomSlugs ?? (body.sessionRoomSlug === undefined ? [] : [body.sessionRoomSlug]);
      if (slugs.length === 0) throw new AppError("BAD_REQUEST");
      return createOrJoin(deps, actor, slugs);
    },
  };
}
