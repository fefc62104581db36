import { replaceAnchored } from "@colbin/documents";
import type { DocumentComment } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { updateState } from "./comments.queries.ts";
import {
  changeComment,
  requireComment,
  type CommentDeps,
  type CommentPlace,
} from "./comments.service.ts";
import { anchorOf } from "./comments.view.ts";
import { changeWithin } from "./contents.service.ts";
import { requireDocumentForChange } from "./documents.access.ts";
import { isFrozen, toPlainText } from "./documents.rules.ts";
import type { DocumentContents } from "./live.service.ts";

export interface SuggestionDeps extends CommentDeps {
  readonly contents: CommentDeps["contents"] & Pick<DocumentContents, "edit">;
}

/**
 * Writes what a suggestion proposes into the document, as an edit of the caller among those of everybody who has it open, and resolves
 * it. Whoever else accepts it meanwhile, in whichever process, writes nothing more. SUGGESTION_OUTDATED where the document has another
 * text there by now: then both stay as they are.
 */
export async function acceptSuggestion(
  deps: SuggestionDeps,
  actor: Actor,
  place: CommentPlace,
): Promise<DocumentComment> {
  // Taken before the text is written: where a process dies in between, its words stand in the thread, and never twice in the text.
  const taken = await runTransaction(deps.db, (tx) => takeSuggestion(tx, actor, place));
  if (taken) {
    try {
      await deps.contents.edit(place.id, actor, (doc) =>
        changeWithin(doc, (trial) => {
          if (
            !replaceAnchored(trial, {
              ...taken,
              isSame: (text) => toPlainText(text) === taken.words,
            })
          )
            throw new AppError("SUGGESTION_OUTDATED");
        }),
      );
    } catch (error) {
      const { state } = taken;
      await runTransaction(deps.db, (tx) =>
        updateState(tx, place.commentId, { state, by: null, outcome: null }),
      );
      throw error;
    }
  }
  return changeComment(deps, actor, place, () => Promise.resolve());
}

/** Undefined where it was accepted before. */
async function takeSuggestion(tx: Tx, actor: Actor, { id, commentId }: CommentPlace) {
  const document = await requireDocumentForChange(tx, actor, id, "WRITE");
  const row = await requireComment(tx, id, commentId);
  const { suggestion: text, quotedText: words } = row;
  const [anchor, state] = [anchorOf(row), row.state];
  if (text === null || anchor === null || state === null) throw new AppError("COMMENT_NOT_FOUND");
  if (row.outcome === "accepted") return undefined;
  if (row.outcome === "declined") throw new AppError("SUGGESTION_DECLINED");
  if (isFrozen(document)) throw new AppError("DOCUMENT_LOCKED");
  await updateState(tx, commentId, { state: "resolved", by: actor.userId, outcome: "accepted" });
  return { anchor, words, text, state };
}
