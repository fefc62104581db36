import type { MenuEntry } from "./menu-entry.ts";

/** The place of a menu, as its opener tells it. */
export interface MenuPlace {
  label: string;
  side: "top" | "bottom";
  align: "start" | "end";
  isOpen: boolean;
  /** Where it is drawn. */
  container: HTMLElement | undefined;
  onClose: () => void;
  /** Takes the focus back. Its own click closes the menu, where it is a button. */
  opener: HTMLElement | undefined;
  /** Where it opens, in the window; over the place where it stands unless given. */
  point?: { readonly x: number; readonly y: number } | undefined;
  /** For fingers: at the lower edge of the screen, over everything. */
  isSheet?: boolean;
}

/** The same with what is in it. */
export interface FilledMenu extends MenuPlace {
  entries: readonly MenuEntry[];
}
