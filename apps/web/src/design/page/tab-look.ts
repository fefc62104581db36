/** A tab, whether it is a link or a button: a line below the one that is open. */
export const tabLook =
  "relative inline-flex h-9 items-center gap-1.5 rounded-xs font-medium whitespace-nowrap text-ink-muted no-underline hover:text-ink focus-visible:-outline-offset-2 coarse:h-touch aria-[current=page]:text-ink aria-selected:text-ink aria-[current=page]:after:bg-accent aria-selected:after:bg-accent after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full";
