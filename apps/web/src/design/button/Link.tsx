import type { ComponentProps, MouseEvent } from "react";
import { createPath, useHref, useLocation, useNavigate } from "react-router";

interface LinkProps extends Omit<ComponentProps<"a">, "href" | "target"> {
  /** A path of the app. */
  to: string;
  /** Router state that goes with the step. */
  state?: unknown;
}

/** A step within the app. The router's own link brings 4 KB with it, of what pages need that a server draws. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    // To where one is leads no further back.
    void navigate(to, { state, replace: href === here });
  };
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}
