import { createStore } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";

/** A section that is being named: a new one, with a room to begin with, or one that is there. */
export type SectionEdit =
  | { readonly kind: "new"; readonly roomId?: RoomId | undefined }
  | { readonly kind: "rename"; readonly id: string; readonly title: string };

/** The one dialog of the sidebar, and what it is open for. */
export const sectionEdit = createStore<SectionEdit | undefined>(undefined);

/** The words about a moved room, for people who do not see it move. */
export const movedRoom = createStore<string>("");

export function editSection(edit: SectionEdit | undefined): void {
  sectionEdit.update(() => edit);
}
