import { hasPermission, type Document } from "@colbin/protocol";
import clsx from "clsx";
import { FileText } from "lucide-react";
import { useId, useState, type DragEvent } from "react";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { actsOn } from "./document-acts.ts";
import { toLines, withToggled, type DocumentLine } from "./document-lines.ts";
import { placeAt, topOf, type DropZone } from "./document-places.ts";
import { documentReads } from "./document-reads.ts";
import { documentTexts, noneTexts } from "./document-texts.ts";
import { DocumentMenu } from "./DocumentMenu.tsx";
import { DocumentName } from "./DocumentName.tsx";
import { DocumentPlace } from "./DocumentPlace.tsx";
import { treeTexts } from "./tree-texts.ts";

const REFRESH_MS = 30_000;

interface DocumentTreeProps {
  /** The address of the room whose documents are shown alone. */
  slug?: string;
}

/** All documents at their places, room by room, or those of one room. They are moved by the mouse, or by their menu. */
export function DocumentTree({ slug }: DocumentTreeProps) {
  const query = slug === undefined ? {} : { sessionRoomSlug: slug };
  const call = useCall("listDocumentTree", { query }, { refreshMs: REFRESH_MS });
  const { data, error, refetch } = call;
  useConnectionBack(error !== null, refetch);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const drag = useDrag(data?.results ?? []);
  const groups = groupsOf(data?.results ?? []);
  const none =
    slug === undefined
      ? noneTexts.all
      : { title: documentTexts.noneInRoom, text: documentTexts.noneInRoomText };
  return (
    <ScrollRegion className="min-h-0 flex-1 px-gutter py-3 max-pair:px-2">
      {!data && error && (
        <ErrorState
          title={t(documentTexts.loadFailed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <TableBones label={t(documentTexts.title)} />}
      {data?.results.length === 0 && (
        <EmptyState icon={FileText} title={t(none.title)} text={t(none.text)} />
      )}
      {groups.map(([name, documents]) => (
        <TreeGroup
          key={name}
          lines={toLines(documents, closed)}
          drag={drag}
          onToggle={(id) => setClosed((before) => withToggled(before, id))}
        />
      ))}
      {data?.hasMore && <p className="text-xs text-ink-subtle">{t(treeTexts.more)}</p>}
    </ScrollRegion>
  );
}

/** The documents of each room; outside of rooms those of the person, and those of others. Each stays with the one that it stands below. */
function groupsOf(documents: readonly Document[]): readonly [string, readonly Document[]][] {
  const ownId = account.session.getSnapshot().user?.id;
  const toTop = topOf(documents);
  const groups = Map.groupBy(documents, (document) => {
    const { sessionRoomSlug, createdBy } = toTop(document);
    if (sessionRoomSlug !== null) return `room ${sessionRoomSlug}`;
    return createdBy.id === ownId ? "mine" : "shared";
  });
  return [...groups];
}

interface TreeGroupProps {
  lines: readonly DocumentLine[];
  drag: ReturnType<typeof useDrag>;
  onToggle: (id: string) => void;
}

function TreeGroup({ lines, drag, onToggle }: TreeGroupProps) {
  const id = useId();
  const [first] = lines;
  if (!first) return null;
  const isTree = lines.some(({ hasChildren }) => hasChildren);
  return (
    <section aria-labelledby={id} className="mb-5">
      <h2 id={id} className="mb-1 font-strong text-ink-muted">
        <DocumentPlace document={first.document} />
      </h2>
      <ul>
        {lines.map((line) => (
          <TreeRow
            key={line.document.id}
            line={line}
            isTree={isTree}
            zone={drag.over?.id === line.document.id ? drag.over.zone : undefined}
            onToggle={onToggle}
            dragProps={drag.propsOf(line.document)}
          />
        ))}
      </ul>
    </section>
  );
}

interface TreeRowProps {
  line: DocumentLine;
  isTree: boolean;
  /** Where the document that is dragged would go. */
  zone: DropZone | undefined;
  onToggle: (id: string) => void;
  dragProps: ReturnType<ReturnType<typeof useDrag>["propsOf"]>;
}

function TreeRow({ line, isTree, zone, onToggle, dragProps }: TreeRowProps) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const acts = actsOn(line.document, ownId);
  return (
    <li
      {...dragProps}
      className={clsx(
        "flex min-h-11 items-center gap-2 rounded-sm border-y-2 border-transparent px-1 hover:bg-hover",
        zone === "before" && "border-t-accent",
        zone === "after" && "border-b-accent",
        zone === "inside" && "bg-hover inset-ring-2 inset-ring-accent",
      )}
    >
      <span className="min-w-0 flex-1">
        <DocumentName line={line} isTree={isTree} isBelowPlace onToggle={onToggle} />
      </span>
      {acts.length > 0 && <DocumentMenu document={line.document} acts={acts} />}
    </li>
  );
}

interface Over {
  readonly id: Document["id"];
  readonly zone: DropZone;
}

/** A document under way, and the place that it would take. */
function useDrag(documents: readonly Document[]) {
  const [moved, setMoved] = useState<Document>();
  const [over, setOver] = useState<Over>();
  const { act } = useAct("moveDocument", documentReads);
  const end = (): void => {
    setMoved(undefined);
    setOver(undefined);
  };
  const placeOver = (event: DragEvent<HTMLElement>, target: Document) => {
    const zone = zoneOf(event);
    const body = moved && placeAt(documents, moved, { target, zone });
    return body && { zone, body };
  };
  return {
    over,
    propsOf: (document: Document) => ({
      draggable: hasPermission(document.level, "WRITE"),
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", document.title);
        setMoved(document);
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const place = placeOver(event, document);
        if (place) event.preventDefault();
        if (place?.zone !== over?.zone || document.id !== over?.id)
          setOver(place && { id: document.id, zone: place.zone });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        const place = placeOver(event, document);
        if (moved && place)
          void tellFailure(
            treeTexts.moveFailed,
            act({ params: { id: moved.id }, body: place.body }),
          );
        end();
      },
      onDragEnd: end,
    }),
  };
}

const EDGE = 0.25;

function zoneOf({ clientY, currentTarget }: DragEvent<HTMLElement>): DropZone {
  const { top, height } = currentTarget.getBoundingClientRect();
  const at = (clientY - top) / height;
  return at < EDGE ? "before" : at > 1 - EDGE ? "after" : "inside";
}
