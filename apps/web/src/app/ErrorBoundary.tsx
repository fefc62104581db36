import type { ReactNode } from "react";
import { errorText } from "#web/lib/api/error-text.ts";
import { Boundary } from "./Boundary.tsx";
import { errorReference } from "./error-reference.ts";
import { ErrorScreen } from "./ErrorScreen.tsx";

/** The last net: what fails while it is drawn, and is not caught around a screen, ends here. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      renderError={(cause) => (
        <ErrorScreen
          message={errorText(cause)}
          reference={errorReference(cause)}
          // A part of the app that could not be loaded is remembered as failed until the page is loaded anew.
          onRetry={() => window.location.reload()}
        />
      )}
    >
      {children}
    </Boundary>
  );
}
