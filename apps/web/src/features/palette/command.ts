import type { RoomAccessType, UserSummary } from "@colbin/protocol";
import type { LucideIcon } from "lucide-react";

/** The kinds of commands: each has a heading in the results. */
export const categories = [
  "navigation",
  "channel",
  "user",
  "action",
  "help",
  "message",
  "file",
  "setting",
] as const;
export type Category = (typeof categories)[number];

/** The part of a command that can be stored. */
export interface CommandItem {
  /** The same for the same thing, also on another day. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly category: Category;
  /** Other words by which people look for it. */
  readonly keywords: readonly string[];
}

export type Mark =
  | { readonly kind: "icon"; readonly icon: LucideIcon }
  | {
      readonly kind: "room";
      readonly accessType: RoomAccessType;
      readonly picture: string | null;
    }
  | {
      readonly kind: "person";
      readonly person: Pick<UserSummary, "fullName" | "avatar_url"> & { readonly id: string };
    }
  | { readonly kind: "sign"; readonly sign: string };

/** Something that the palette can do. */
export interface Command extends CommandItem {
  /** Without one it has that of its category. */
  readonly mark?: Mark;
  readonly unread?: { readonly count: number; readonly mentions: number };
  readonly shortcut?: string | undefined;
  /** Given by a provider that does not search by title and keywords. */
  readonly score?: number;
  /** Goes into the field in the place of what is there; nothing is run. */
  readonly types?: string;
  /** It leaves no trace in the history. */
  readonly isUnrecorded?: boolean;
  /** Missing where it was restored from the history. */
  readonly run?: (() => void | Promise<void>) | undefined;
}

/** Where commands come from. A text that is empty asks for what is worth showing without one. */
export interface Provider {
  readonly category: Category;
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => readonly Command[] | Promise<readonly Command[]>;
}
