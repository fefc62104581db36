import type { UserId } from "@colbin/protocol";
import {
  Archive,
  FileText,
  List,
  ListTree,
  Plus,
  SearchX,
  Trash2,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { Table } from "#web/design/table/Table.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { account } from "#web/lib/api/account.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { actsOn } from "./document-acts.ts";
import { documentColumns } from "./document-columns.tsx";
import { toLines, withToggled, type DocumentLine } from "./document-lines.ts";
import { shownScopes, type ShownScope } from "./document-scopes.ts";
import { documentTexts, noneTexts, scopeTexts } from "./document-texts.ts";
import { DocumentMenu } from "./DocumentMenu.tsx";
import { DocumentTree } from "./DocumentTree.tsx";
import { NewDocumentMenu } from "./NewDocumentMenu.tsx";
import { treeTexts } from "./tree-texts.ts";
import { useNewDocument } from "./use-new-document.ts";

/** The server pushes to nobody what is written elsewhere. */
const REFRESH_MS = 30_000;

const noneIcons: Readonly<Record<ShownScope, LucideIcon>> = {
  all: FileText,
  shared: Users,
  archived: Archive,
  trash: Trash2,
};

/** `/documents`: all documents that the person may read, the last changed first. */
export function DocumentsPage() {
  const { create, isBusy } = useNewDocument();
  const [isTree, setTree] = useState(false);
  const label = t(isTree ? treeTexts.asList : treeTexts.asTree);
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="clip-line flex-1 text-body leading-5 font-strong max-pair:text-read">
          {t(documentTexts.title)}
        </h1>
        <IconButton label={label} onClick={() => setTree(!isTree)}>
          {isTree ? <List aria-hidden="true" /> : <ListTree aria-hidden="true" />}
        </IconButton>
        <Button variant="primary" size="header" isBusy={isBusy} onClick={() => void create()}>
          <Plus className="-ms-0.5" aria-hidden="true" />
          {t(documentTexts.create)}
        </Button>
        <NewDocumentMenu />
      </div>
      {isTree ? <DocumentTree /> : <Documents />}
    </>
  );
}

function Documents() {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const list = useListQuery<{ sortBy: "updated"; scope: ShownScope }>({
    sortBy: "updated",
    scope: "all",
  });
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { page, search, scope } = list;
  const call = useCall(
    "listDocuments",
    { query: { page, scope, ...(search && { search }) } },
    { isPaged: true, refreshMs: REFRESH_MS },
  );
  useConnectionBack(call.error !== null, call.refetch);
  const { sort: _, rows, ...table } = toTable(list, call, documentTexts.loadFailed);
  const lines = rows && toLines(rows, closed);
  const isTree = lines?.some(({ hasChildren }) => hasChildren) ?? false;
  const toggle = (id: string) => setClosed((before) => withToggled(before, id));
  return (
    <Table
      {...table}
      rows={lines}
      label={t(documentTexts.title)}
      columns={documentColumns({ scope, isTree, onToggle: toggle })}
      idOf={({ document }) => document.id}
      nameOf={({ document }) => document.title}
      renderActions={(line) => <Actions line={line} ownId={ownId} />}
      search={
        <SearchField
          label={t(documentTexts.search)}
          dir="auto"
          autoComplete="off"
          value={list.text}
          onChange={list.setText}
        />
      }
      filters={
        <Segmented
          label={t(documentTexts.scope)}
          options={shownScopes.map((value) => ({ value, label: t(scopeTexts[value]) }))}
          value={scope}
          onChange={(next) => list.narrow({ scope: next })}
        />
      }
      empty={<None scope={scope} isSearch={search !== ""} />}
    />
  );
}

interface ActionsProps {
  line: DocumentLine;
  ownId: UserId | undefined;
}

function Actions({ line: { document }, ownId }: ActionsProps) {
  const acts = actsOn(document, ownId);
  return acts.length > 0 && <DocumentMenu document={document} acts={acts} />;
}

function None({ scope, isSearch }: { scope: ShownScope; isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState
        icon={SearchX}
        title={t(documentTexts.noneFound)}
        text={t(documentTexts.noneFoundText)}
      />
    );
  const { title, text } = noneTexts[scope];
  return <EmptyState icon={noneIcons[scope]} title={t(title)} text={t(text)} />;
}
