import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { routes } from "./routes.tsx";
import { useConnection } from "./use-connection.ts";

const router = createBrowserRouter(routes);

/** The app of somebody who is signed in. The connection is theirs, so it stands above every screen. */
export function AppRouter() {
  useConnection();
  // As a transition it would begin anew with each message that arrives, and never end in a busy workspace.
  return <RouterProvider router={router} useTransitions={false} />;
}
