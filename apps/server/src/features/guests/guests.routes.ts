import type { Caller, Kept } from "#server/features/auth/auth.service.ts";
import type { Handlers, RequestContext } from "#server/platform/http/handler.ts";
import {
  closeGuestLink,
  createGuestLink,
  listGuestLinks,
  type GuestDeps,
} from "./guests.service.ts";
import { signInGuest, validateGuestLink, type SigningInDeps } from "./signing-in.service.ts";

interface GuestsRoutesDeps extends GuestDeps, SigningInDeps {
  readonly toCaller: (context: RequestContext) => Caller;
  /** Answers, and gives the browser what it keeps. */
  readonly keep: <T>(context: RequestContext, result: Promise<Kept<T>>) => Promise<T>;
}

export function guestsRoutes(deps: GuestsRoutesDeps) {
  return {
    createGuestLink: ({ params, body }, { actor }) =>
      createGuestLink(deps, actor, params.slug, body),
    listGuestLinks: ({ params }, { actor }) => listGuestLinks(deps, actor, params.slug),
    closeGuestLink: ({ params }, { actor }) => closeGuestLink(deps, actor, params),
    validateGuestLink: ({ body }, context) => validateGuestLink(deps, context, body.guestCode),
    guestSignIn: ({ body }, context) =>
      deps.keep(context, signInGuest(deps, deps.toCaller(context), body)),
  } satisfies Partial<Handlers>;
}
