import type { LucideIcon } from "lucide-react";

interface MenuOption {
  readonly value: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

export type MenuEntry =
  | { readonly kind: "separator"; readonly id: string }
  | {
      readonly kind: "action";
      readonly id: string;
      readonly label: string;
      readonly icon: LucideIcon;
      readonly onSelect: () => void;
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
