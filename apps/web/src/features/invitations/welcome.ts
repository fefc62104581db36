import { toast } from "#web/design/overlay/toast.ts";
import { t } from "#web/lib/language/i18n.ts";
import { invitationTexts } from "./texts.ts";

/** Specification, section 9. */
const NAVIGATION_DELAY_MS = 500;
/** Specification, section 2. */
const WELCOME_MS = 5_000;

interface Welcomed {
  readonly org: string;
  /** The server's own text for the welcome. */
  readonly message: string | undefined;
}

/** As router state, with the names of the specification. */
interface WelcomeState {
  readonly showWelcome: true;
  readonly organizationName: string;
  readonly message?: string;
}

/** Says that the person is in, and leads a moment later to the chat by a full page load, which welcomes them. */
export function enterWelcomed({ org, message }: Welcomed): void {
  const state: WelcomeState = {
    showWelcome: true,
    organizationName: org,
    ...(message !== undefined && { message }),
  };
  welcome(state);
  setTimeout(() => {
    // As the router keeps its own state.
    window.history.pushState({ usr: state }, "", "/chat");
    window.location.reload();
  }, NAVIGATION_DELAY_MS);
}

/** Does router state come from an invitation? */
export function isWelcome(state: unknown): state is WelcomeState {
  return typeof state === "object" && state !== null && "showWelcome" in state;
}

export function welcome({ organizationName: org, message }: WelcomeState): void {
  const description = message ?? t(invitationTexts.welcomeText);
  toast({ title: t(invitationTexts.welcomeTitle, { org }), description, durationMs: WELCOME_MS });
}
