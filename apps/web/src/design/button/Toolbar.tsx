import clsx from "clsx";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

interface ToolbarProps {
  label: string;
  /** By Escape: back to what the buttons act on. */
  onLeave: () => void;
  className?: string;
  children: ReactNode;
}

/** Buttons in a row that are one stop for the Tab key; the arrows lead from one to the next, and around. */
export function Toolbar({ label, onLeave, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  useEffect(() => {
    const buttons = buttonsOf(bar.current);
    for (const [index, button] of buttons.entries())
      button.tabIndex = index === Math.min(stop, buttons.length - 1) ? 0 : -1;
  });

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const buttons = buttonsOf(event.currentTarget);
    const here = buttons.findIndex((button) => button === event.target);
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const moves: Record<string, number> = {
      ArrowLeft: here + (isRtl ? 1 : -1),
      ArrowRight: here + (isRtl ? -1 : 1),
      Home: 0,
      End: -1,
    };
    const to = moves[event.key];
    // A surface that a button has opened is drawn elsewhere, and its keys are its own.
    if (here === -1 || (to === undefined && event.key !== "Escape")) return;
    event.preventDefault();
    if (to === undefined) onLeave();
    else buttons.at(to % buttons.length)?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      onFocus={({ currentTarget, target }) => {
        const at = buttonsOf(currentTarget).findIndex((button) => button === target);
        if (at !== -1) setStop(at);
      }}
      className={clsx("flex items-center gap-px", className)}
    >
      {children}
    </div>
  );
}

function buttonsOf(bar: HTMLElement | null): HTMLElement[] {
  return bar ? Array.from(bar.querySelectorAll<HTMLElement>("button")) : [];
}
