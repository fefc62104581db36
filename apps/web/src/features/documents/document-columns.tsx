import type { Document } from "@colbin/protocol";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import type { DocumentLine } from "./document-lines.ts";
import type { ShownScope } from "./document-scopes.ts";
import { documentTexts } from "./document-texts.ts";
import { DocumentName } from "./DocumentName.tsx";
import { DocumentPlace } from "./DocumentPlace.tsx";
import { DocumentWhen } from "./DocumentWhen.tsx";

interface ColumnsOptions {
  readonly scope: ShownScope;
  readonly isTree: boolean;
  readonly onToggle: (id: string) => void;
}

/** The columns of a list of documents. On a phone the name tells the rest. */
export function documentColumns(options: ColumnsOptions): readonly TableColumn<DocumentLine>[] {
  const { scope, isTree, onToggle } = options;
  return [
    toColumn(documentTexts.name, (line) => (
      <DocumentName line={line} isTree={isTree} onToggle={onToggle} />
    )),
    {
      ...toColumn<DocumentLine>(documentTexts.where, ({ document }) => (
        <DocumentPlace document={document} />
      )),
      isWideOnly: true,
    },
    {
      ...toColumn<DocumentLine>(documentTexts.editedBy, ({ document }) => (
        <Editor {...document.updatedBy} />
      )),
      isWideOnly: true,
    },
    scope === "trash"
      ? toColumn(documentTexts.gone, ({ document }) => toEnd(document))
      : {
          ...toColumn<DocumentLine>(documentTexts.edited, ({ document }) => (
            <DocumentWhen at={document.updatedAt} />
          )),
          isWideOnly: true,
        },
  ];
}

function Editor({ id, fullName }: Document["updatedBy"]) {
  return (
    <span className="flex items-center gap-2">
      <PersonAvatar id={id} name={fullName} size="xs" />
      <bdi className="min-w-0 wrap-anywhere">{fullName}</bdi>
    </span>
  );
}

/** The day on which it leaves the trash. */
function toEnd({ purgesAt }: Document): string {
  return purgesAt === null ? "" : formatDate(new Date(purgesAt), "date");
}
