import { createStore } from "@colbin/client";
import { COMMENT_QUOTE_MAX_LENGTH, SUGGESTION_MAX_LENGTH, type DocumentId } from "@colbin/protocol";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { openSide } from "#web/lib/routing/side.ts";
import type { CommentMarks, SelectedPart } from "./comment-marks.ts";
import { commentTexts } from "./comment-texts.ts";

export interface NewThread extends Pick<SelectedPart, "anchor" | "quotedText"> {
  readonly documentId: DocumentId;
  readonly isSuggestion: boolean;
}

/** The part of the text that the next thread is about; undefined: the whole document. */
export const newThread = createStore<NewThread | undefined>(undefined);
account.onSignOut(async () => newThread.update(() => undefined));

type Selected = Pick<CommentMarks, "readSelected">;

/** Opens the comments to write one about what is selected, or about the whole document. */
export function beginComment(documentId: DocumentId, { readSelected }: Selected): void {
  const part = readSelected();
  const quotedText = part?.quotedText.slice(0, COMMENT_QUOTE_MAX_LENGTH) ?? "";
  begin(part && { anchor: part.anchor, quotedText, documentId, isSuggestion: false });
}

/** Opens the comments to suggest another text for what is selected; says why that cannot be changed. */
export function beginSuggestion(documentId: DocumentId, { readSelected }: Selected): void {
  const part = readSelected();
  if (part?.isReplaceable === true && part.quotedText.length <= SUGGESTION_MAX_LENGTH) {
    const { anchor, quotedText } = part;
    return begin({ anchor, quotedText, documentId, isSuggestion: true });
  }
  return toast({
    title: t(commentTexts.selectLine),
    description: t(commentTexts.selectLineText, { n: SUGGESTION_MAX_LENGTH }),
  });
}

function begin(part: NewThread | undefined): void {
  newThread.update(() => part);
  openSide({ name: "comments", at: "new" });
}
