import { isRouteErrorResponse, useRouteError } from "react-router";
import { errorMessage } from "./error-facts.ts";

/** What a route could not do: the status with its text, or the message. */
export function useRouteErrorText(): string {
  const error = useRouteError();
  return isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : errorMessage(error);
}
