import { isRouteErrorResponse, useRouteError } from "react-router";
import { errorText } from "#web/lib/error-text.ts";

/** What a route could not do: the status with its text, or the sentence of the error. */
export function useRouteErrorText(): string {
  const error = useRouteError();
  return isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : errorText(error);
}
