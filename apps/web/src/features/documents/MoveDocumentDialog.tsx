import type { Document, DocumentId } from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/form/Select.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { toLines } from "./document-lines.ts";
import { mayMoveElsewhere, parentsFor, siblingsIn } from "./document-places.ts";
import { documentReads } from "./document-reads.ts";
import { treeTexts } from "./tree-texts.ts";

const TOP = "";
const FIRST = "";
/** Each level stands so much further in. */
const STEP = "\u2003";

interface MoveDocumentDialogProps {
  document: Document;
  onClose: () => void;
}

/** Chooses another parent, where the level is enough for that, and the place among the documents below it. */
export function MoveDocumentDialog({ document, onClose }: MoveDocumentDialogProps) {
  const { sessionRoomSlug: slug, id, title } = document;
  const query = slug === null ? {} : { sessionRoomSlug: slug };
  const { data, error } = useCall("listDocumentTree", { query });
  const [chosenParent, setParent] = useState<string>(document.parentId ?? TOP);
  const [chosen, setChosen] = useState<string>();
  const { act } = useAct("moveDocument", documentReads);
  const documents = data?.results ?? [];
  const parents = toParents(documents, document);
  // The present parent is no option where it is not shown, or not writable.
  const parentId = parents.some(({ value }) => value === chosenParent) ? chosenParent : TOP;
  const siblings = siblingsIn(documents, { ...document, parentId: toId(parentId) });
  const afterId = chosen ?? siblings.at(-1)?.id ?? FIRST;
  const move = () =>
    act({ params: { id }, body: { parentId: toId(parentId), afterId: toId(afterId) } });
  return (
    <FormDialog
      title={t(treeTexts.moveTitle, { title })}
      verb={t(treeTexts.move)}
      failure={t(treeTexts.moveFailed)}
      isDisabled={!data}
      onConfirm={move}
      onClose={onClose}
    >
      {!data && error && <Note>{errorText(error)}</Note>}
      {!data && !error && <TableBones label={t(treeTexts.loading)} />}
      {data && (
        <>
          {mayMoveElsewhere(document) && (
            <Select
              label={t(treeTexts.below)}
              name="parentId"
              options={parents}
              value={parentId}
              onChange={(next) => {
                setParent(next);
                setChosen(undefined);
              }}
            />
          )}
          <Select
            label={t(treeTexts.position)}
            name="afterId"
            options={[
              { value: FIRST, label: t(treeTexts.first) },
              ...siblings.map((each) => ({
                value: each.id as string,
                label: t(treeTexts.after, { title: each.title }),
              })),
            ]}
            value={afterId}
            onChange={setChosen}
          />
        </>
      )}
    </FormDialog>
  );
}

function toId(value: string): DocumentId | null {
  return value === "" ? null : (value as DocumentId);
}

function toParents(documents: readonly Document[], moved: Document) {
  const lines = toLines(parentsFor(documents, moved), new Set());
  return [
    { value: TOP, label: t(treeTexts.top) },
    ...lines.map(({ document: { id, title }, depth }) => ({
      value: id as string,
      label: `${STEP.repeat(depth)}${title}`,
    })),
  ];
}
