import type { Document, DocumentLink, DocumentLinkLevel } from "@colbin/protocol";
import { Link2Off, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { linkLevelTexts, linkTexts } from "./link-texts.ts";
import { NewDocumentLink, type MadeLink } from "./NewDocumentLink.tsx";

/** The links that show a document to whoever has them, for those who lead it. */
export function DocumentLinks({ document }: { document: Document }) {
  const { id } = document;
  const { data, error, refetch } = useCall("listDocumentLinks", { params: { id } });
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeLink>();
  return (
    <section aria-labelledby="document-links" className="grid gap-2 border-t border-line pt-4">
      <div className="flex min-h-control items-center justify-between gap-3">
        <h3 id="document-links" className="text-md font-strong">
          {t(linkTexts.links)}
        </h3>
        {!isAdding && (
          <Button size="header" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t(linkTexts.create)}
          </Button>
        )}
      </div>
      <p className="text-ink-muted">{t(linkTexts.about)}</p>
      {isAdding && (
        <NewDocumentLink
          id={id}
          onDone={(next) => {
            setAdding(false);
            if (next) setMade(next);
          }}
        />
      )}
      {made && !isAdding && (
        <CopyField label={t(linkTexts.link)} hint={t(linkTexts.linkHint)} value={made.link} />
      )}
      {!data && error && (
        <ErrorState
          title={t(linkTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <TableBones label={t(linkTexts.links)} />}
      <ul className="divide-y divide-line">
        {data?.results.map((each) => (
          <LinkRow
            key={each.id}
            documentId={id}
            link={each}
            onRemoved={() => setMade((before) => (before?.id === each.id ? undefined : before))}
          />
        ))}
      </ul>
    </section>
  );
}

interface LinkRowProps {
  documentId: Document["id"];
  link: DocumentLink;
  onRemoved: () => void;
}

function LinkRow({ documentId, link, onRemoved }: LinkRowProps) {
  const { id: linkId, level, createdAt, createdBy: name } = link;
  const { act: change } = useAct("updateDocumentLink", ["listDocumentLinks"]);
  const { act: remove } = useAct("removeDocumentLink", ["listDocumentLinks"]);
  const [isAsking, setAsking] = useState(false);
  const params = { id: documentId, linkId };
  const date = formatDate(new Date(createdAt), "date");
  // The controls of links of one day are told apart.
  const time = formatDate(new Date(createdAt), "stamp");
  const setLevel = (next: DocumentLinkLevel) =>
    void tellFailure(linkTexts.changeFailed, change({ params, body: { level: next } }));
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 py-1.5">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere" dir="auto">
          {t(linkTexts.made, { name, date })}
        </p>
        <p className="text-xs wrap-anywhere text-ink-subtle">{factsOf(link).join(" · ")}</p>
      </div>
      <span className="flex flex-none items-center gap-1">
        <Select
          look="cell"
          label={t(linkTexts.levelOf, { date: time })}
          options={linkLevels}
          value={level}
          onChange={setLevel}
        />
        <IconButton label={t(linkTexts.remove, { date: time })} onClick={() => setAsking(true)}>
          <Link2Off aria-hidden="true" />
        </IconButton>
      </span>
      {isAsking && (
        <FormDialog
          title={t(linkTexts.removeTitle)}
          text={t(linkTexts.removeText)}
          verb={t(linkTexts.removeVerb)}
          failure={t(linkTexts.changeFailed)}
          isDanger
          onConfirm={async () => {
            await remove({ params });
            onRemoved();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

const linkLevels = (["READ", "COMMENT"] as const).map((value) => ({
  value,
  get label() {
    return t(linkLevelTexts[value]);
  },
}));

function factsOf({ views: n, hasPassword, expiresAt }: DocumentLink): readonly string[] {
  const end = expiresAt === null ? undefined : new Date(expiresAt);
  const date = end ? formatDate(end, "date") : "";
  const isOver = end !== undefined && end.getTime() <= Date.now();
  return [
    t(linkTexts.views, { n }),
    ...(hasPassword ? [t(linkTexts.locked)] : []),
    ...(end ? [t(isOver ? linkTexts.over : linkTexts.until, { date })] : []),
  ];
}
