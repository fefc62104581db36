import { lazy, Suspense, use, useLayoutEffect, useState } from "react";
import { Router } from "react-router";
import { whenMarkdownReadable } from "#web/features/markdown/markdown-reader.ts";
import { chat } from "#web/lib/api/chat.ts";
import { whenDraftsRead } from "#web/lib/device/drafts.ts";
import { guardedHistory, place } from "#web/lib/routing/history.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { Boundary } from "./Boundary.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { RouterErrorScreen } from "./RouterErrorScreen.tsx";
import { Shell } from "./Shell.tsx";
import { useConnection } from "./use-connection.ts";

const GuestShell = lazy(async () => ({ default: (await import("./GuestShell.tsx")).GuestShell }));

/** The app of somebody who is signed in. The connection is theirs, so it stands above every screen. */
export function AppRouter() {
  // The first frame shows what is known, and messages as they will look; nobody writes in a field whose draft is still to come.
  const draftsRead = whenDraftsRead();
  use(chat.whenRestored());
  use(draftsRead);
  use(whenMarkdownReadable);
  useConnection();
  // No transition: it would begin anew with each message that arrives, and never end in a busy workspace.
  const [{ location, action }, setPlace] = useState(place.getSnapshot);
  useLayoutEffect(() => {
    const follow = () => setPlace(place.getSnapshot());
    follow();
    return place.subscribe(follow);
  }, []);
  return (
    <Router
      navigator={guardedHistory}
      location={location}
      navigationType={action}
      useTransitions={false}
    >
      <Boundary place={location} renderError={(cause) => <RouterErrorScreen cause={cause} />}>
        {isLinkGuest() ? (
          <Suspense fallback={<PageSpinner />}>
            <GuestShell />
          </Suspense>
        ) : (
          <Shell />
        )}
      </Boundary>
    </Router>
  );
}
