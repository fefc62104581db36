import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { routes } from "./routes.tsx";

const router = createBrowserRouter(routes);

/** The app of somebody who is signed in. */
export function AppRouter() {
  return <RouterProvider router={router} />;
}
