import type { ComponentProps, MouseEvent } from "react";

type Pressed = Pick<ComponentProps<"button">, "disabled" | "onClick">;

/**
 * Props of a button while the act that it began is under way. Never `disabled`, which would take the focus from the person who
 * pressed it; its presses do nothing instead, also a press that would submit a form.
 */
export function busyProps(isBusy: boolean, { disabled, onClick }: Pressed) {
  if (!isBusy) return { disabled, onClick };
  return { "aria-busy": true, "aria-disabled": true, disabled: false, onClick: ignore };
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
