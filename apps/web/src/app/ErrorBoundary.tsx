import { Component, type ReactNode } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { errorReference } from "./error-reference.ts";
import { ErrorScreen } from "./ErrorScreen.tsx";

/** The last net: what fails while it is drawn, and is not caught by a route, ends here. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary>{children}</Boundary>;
}

interface Caught {
  readonly error: unknown;
  readonly at: Date;
}

/** React offers this to classes only. */
class Boundary extends Component<{ children: ReactNode }, { caught?: Caught }> {
  override state: { caught?: Caught } = {};

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error, at: new Date() } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return (
      <ErrorScreen
        message={errorText(caught.error)}
        reference={errorReference(caught.error)}
        at={caught.at}
        // A part of the app that could not be loaded is remembered as failed until the page is loaded anew.
        onRetry={() => window.location.reload()}
      />
    );
  }
}
