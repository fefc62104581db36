import { createStore } from "@colbin/client";
import type { DocumentId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { openSide } from "#web/lib/routing/side.ts";
import type { CommentMarks, SelectedPart } from "./comment-marks.ts";

interface NewThread extends SelectedPart {
  readonly documentId: DocumentId;
}

/** The part of the text that the next thread is about; undefined: the whole document. */
export const newThread = createStore<NewThread | undefined>(undefined);
account.onSignOut(async () => newThread.update(() => undefined));

/** Opens the comments to write one about what is selected, or about the whole document. */
export function beginComment(
  documentId: DocumentId,
  { readSelected }: Pick<CommentMarks, "readSelected">,
): void {
  const part = readSelected();
  newThread.update(() => part && { ...part, documentId });
  openSide({ name: "comments", at: "new" });
}
