import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface MenuOption {
  readonly value: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** In the place of the icon. */
  readonly picture?: string | null;
  /** Under the label, smaller. */
  readonly note?: string;
  /** Behind the label. */
  readonly badge?: ReactNode;
}

export interface MenuAction {
  readonly kind: "action";
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** At the end of the line, paler: when it ends. */
  readonly detail?: string | undefined;
  /** Keys that do the same, as people read them. */
  readonly shortcut?: string | undefined;
  readonly isDanger?: boolean;
  /** Why it cannot be done now: it stays in its place and says so. */
  readonly disabledReason?: string | undefined;
  /** Runs when the menu is closed and the focus is back. */
  readonly onSelect: () => void;
}

/** A line of a menu, whatever opens it: a button, a right click, a long press. */
export type MenuEntry =
  | { readonly kind: "separator"; readonly id: string }
  | MenuAction
  | {
      /** Signs that are one press away, and the way to all others. A menu that is no sheet has a line for the latter alone. */
      readonly kind: "signs";
      readonly id: string;
      readonly signs: readonly {
        readonly sign: string;
        readonly label: string;
        readonly onSelect: () => void;
      }[];
      readonly more: MenuAction;
    }
  | {
      /** Lines that come when this one is chosen. */
      readonly kind: "submenu";
      readonly id: string;
      readonly label: string;
      readonly icon: LucideIcon;
      readonly actions: readonly MenuAction[];
    }
  | {
      /** Leads to another site, in a tab of its own. */
      readonly kind: "link";
      readonly id: string;
      readonly label: string;
      readonly icon: LucideIcon;
      readonly href: string;
    }
  | {
      /** One of several. */
      readonly kind: "choice";
      readonly id: string;
      readonly label: string;
      readonly value: string;
      readonly options: readonly MenuOption[];
      readonly onChange: (value: string) => void;
    };
