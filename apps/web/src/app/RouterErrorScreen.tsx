import { isRouteErrorResponse, useRouteError } from "react-router";
import { t } from "#web/lib/i18n.ts";
import { errorMessage } from "./error-facts.ts";
import { ErrorCard } from "./ErrorCard.tsx";
import { appTexts } from "./texts.ts";

/** What a route could not do: the status with its text, or the message. */
export function RouterErrorScreen() {
  const error = useRouteError();
  const text = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : errorMessage(error);
  return (
    <ErrorCard
      title={t(appTexts.routerErrorTitle)}
      text={text}
      onRetry={() => window.location.reload()}
    />
  );
}
