import type { Extensions } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { isSafeLink } from "./links.ts";

/** The title of the page is its first heading. */
export const headingLevels = [2, 3, 4] as const;

export interface NodeOptions {
  /** How a task is announced, by its text. */
  readonly toTaskLabel?: (text: string) => string;
}

/** The nodes and marks that documents are made of, without what shows or edits them: the same for the server and for every editor. */
export function documentNodes({ toTaskLabel }: NodeOptions = {}): Extensions {
  return [
    StarterKit.configure({
      // Each person takes back what they did themselves (Collaboration).
      undoRedo: false,
      // Everybody who opens the document would add a line at its end.
      trailingNode: false,
      underline: false,
      heading: { levels: [...headingLevels] },
      link: {
        openOnClick: false,
        defaultProtocol: "https",
        isAllowedUri: (address) => isSafeLink(address),
        HTMLAttributes: { target: "_blank", rel: "noopener noreferrer nofollow" },
      },
    }),
    TableKit.configure({ table: { resizable: false } }),
    TaskList,
    TaskItem.configure({
      nested: true,
      ...(toTaskLabel && {
        a11y: { checkboxLabel: ({ textContent }) => toTaskLabel(textContent) },
      }),
    }),
  ];
}
