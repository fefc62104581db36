import { lazy, Suspense, useEffect } from "react";
import { isNameless, nameSkipper } from "#web/features/users/name-question.ts";
import { account } from "#web/lib/api/account.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { PRELOAD_DELAY_MS } from "./constants.ts";
import { loadChatPage } from "./load-chat-page.ts";
import { outsidePage } from "./outside-pages.ts";
import { PageSpinner } from "./PageSpinner.tsx";

const SignInPage = lazy(async () => ({
  default: (await import("#web/features/auth/SignInPage.tsx")).SignInPage,
}));
const NamePage = lazy(async () => ({
  default: (await import("#web/features/users/NamePage.tsx")).NamePage,
}));
const loadMarkdown = () => import("#web/features/markdown/markdown.ts");
const loadApp = () => import("./AppRouter.tsx");
const AppRouter = lazy(async () => {
  // Start loading the chat page now, not only once the router has run. The router retries a failure.
  const pages = window.location.pathname.startsWith("/chat/") ? [loadChatPage()] : [];
  Promise.all([loadMarkdown(), ...pages]).catch(() => undefined);
  return { default: (await loadApp()).AppRouter };
});
const OutsidePage = outsidePage(window.location.pathname);
const GuestPage = lazy(async () => ({
  default: (await import("#web/features/guests/GuestPage.tsx")).GuestPage,
}));
const GuestEndPage = lazy(async () => ({
  default: (await import("#web/features/guests/GuestEndPage.tsx")).GuestEndPage,
}));
const isGuestLink = new URLSearchParams(window.location.search).has("guest");

/**
 * The guard. It stands above the router, so that the sign-in dialog comes without the router and without anything of the
 * chat. Signing out, here or in another tab, takes the whole app away at once.
 */
export function Root() {
  const isSignedIn = useStore(account.session, ({ isAuthenticated }) => isAuthenticated);
  const user = useStore(account.session, (session) => session.user);
  const isGuestOut = useStore(account.session, ({ endedBy }) => endedBy === "guest");
  const skipper = useStore(nameSkipper, (userId) => userId);
  const EntryPage = isGuestOut ? GuestEndPage : isGuestLink ? GuestPage : SignInPage;
  const Page = OutsidePage ?? (isSignedIn ? AppRouter : EntryPage);
  const isAsked = !OutsidePage && isNameless(user, skipper);
  useEffect(() => {
    if (isSignedIn || OutsidePage) return undefined;
    // Comes while the code is on its way; what fails here is asked for again when it is needed.
    const timer = setTimeout(() => void loadApp().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  return (
    <Suspense fallback={<PageSpinner />}>
      {isAsked && user ? <NamePage userId={user.id} /> : <Page />}
    </Suspense>
  );
}
