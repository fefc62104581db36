import { Component, type ReactNode } from "react";

interface BoundaryProps {
  children: ReactNode;
  renderError: (cause: unknown) => ReactNode;
  /** At another place it tries again. */
  place?: unknown;
}

/** Stands in for what fails while it is drawn. */
export function Boundary(props: BoundaryProps) {
  return <Catcher {...props} />;
}

interface CatcherState {
  readonly caught?: { readonly cause: unknown } | undefined;
  readonly place?: unknown;
}

/** React offers this to classes only. */
class Catcher extends Component<BoundaryProps, CatcherState> {
  override state: CatcherState = {};

  static getDerivedStateFromError(cause: unknown): CatcherState {
    return { caught: { cause } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: CatcherState): CatcherState {
    return place === state.place ? state : { place, caught: undefined };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? this.props.renderError(caught.cause) : this.props.children;
  }
}
