import { toApiError } from "@colbin/client";
import type { CallOf, Document, ParticipantAccessLevel, UserSummary } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { PeopleField } from "#web/features/conversations/PeopleField.tsx";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { activeWorkspace, PERSONAL } from "#web/lib/routing/paths.ts";
import { levelOptions, levelsUpTo, type Access } from "./access-levels.ts";
import { AccessRow } from "./AccessRow.tsx";
import { documentReads } from "./document-reads.ts";
import { DocumentLinks } from "./DocumentLinks.tsx";
import { DocumentPlace } from "./DocumentPlace.tsx";
import { DocumentRequests } from "./DocumentRequests.tsx";
import { shareTexts } from "./share-texts.ts";

/** So many are given a level at once. */
const PEOPLE_MAX = 100;

type Change = NonNullable<CallOf<"setDocumentAccess">["body"]>;

interface ShareDocumentDialogProps {
  document: Document;
  onClose: () => void;
}

/** Gives levels on a document, changes them and takes them away, each at once; a refusal stands above. */
export function ShareDocumentDialog({ document, onClose }: ShareDocumentDialogProps) {
  const params = { id: document.id };
  const { data, error, refetch } = useCall("getDocumentAccess", { params });
  const { act, isPending } = useAct("setDocumentAccess", ["getDocumentAccess", ...documentReads]);
  const [refusal, setRefusal] = useState<string>();
  /** Answers whether it was done. */
  const change = async (body: Change): Promise<boolean> => {
    setRefusal(undefined);
    try {
      await act({ params, body });
      return true;
    } catch (cause) {
      setRefusal(errorText(toApiError(cause)));
      return false;
    }
  };
  return (
    <Dialog
      title={t(shareTexts.title, { title: document.title })}
      text={t(shareTexts.text)}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t(shareTexts.done)}
        </Button>
      }
    >
      {refusal !== undefined && <Note>{refusal}</Note>}
      <DocumentRequests document={document} />
      <NewPeople document={document} isBusy={isPending} onChange={change} />
      {data && <People document={document} access={data} onChange={change} />}
      {!data && error && (
        <ErrorState
          title={t(shareTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <TableBones label={t(shareTexts.loading)} />}
      {document.status !== "DELETED" && <DocumentLinks document={document} />}
    </Dialog>
  );
}

interface ChangingProps {
  document: Document;
  onChange: (body: Change) => Promise<boolean>;
}

function NewPeople({ document, isBusy, onChange }: ChangingProps & { isBusy: boolean }) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const [people, setPeople] = useState<readonly UserSummary[]>([]);
  const [level, setLevel] = useState<ParticipantAccessLevel>("WRITE");
  async function share(): Promise<void> {
    const entries = people.map(({ id }) => ({ principal: "user" as const, id, level }));
    if (await onChange({ entries })) setPeople([]);
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="-mx-5 flex h-56 min-h-0 flex-col border-y border-line">
        <PeopleField
          chosen={people}
          ownId={ownId}
          isFull={people.length >= PEOPLE_MAX}
          onChange={setPeople}
        />
      </div>
      <div className="flex items-end gap-2">
        <Select
          className="flex-1"
          label={t(shareTexts.level)}
          options={levelOptions(levelsUpTo(document.level, "user"))}
          value={level}
          onChange={setLevel}
        />
        <Button
          isBusy={isBusy && people.length > 0}
          disabled={people.length === 0}
          onClick={() => void share()}
        >
          {t(shareTexts.verb, { n: people.length })}
        </Button>
      </div>
    </div>
  );
}

function People({ document, access, onChange }: ChangingProps & { access: Access }) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const { isRestricted, entries } = access;
  const { sessionRoomSlug, parentId } = document;
  const isInside = sessionRoomSlug !== null || parentId !== null || isRestricted;
  return (
    <>
      <ul aria-label={t(shareTexts.people)} className="grid grid-cols-1 gap-1">
        {entries
          .filter(({ principal }) => principal !== "organization")
          .map((entry) => {
            const { principal, id } = entry;
            return (
              <AccessRow
                key={`${principal} ${id}`}
                document={document}
                access={access}
                entry={entry}
                isSelf={id === ownId}
                onChange={(level) => void onChange({ entries: [{ principal, id, level }] })}
              />
            );
          })}
        {sessionRoomSlug !== null && !isRestricted && (
          <li className="min-h-11">
            <span className="block font-medium">
              <DocumentPlace document={document} />
            </span>
            <span className="block text-xs text-ink-subtle">{t(shareTexts.ofRoom)}</span>
          </li>
        )}
      </ul>
      {activeWorkspace() !== PERSONAL && (
        <Everybody document={document} access={access} onChange={onChange} />
      )}
      {isInside && (
        <Switch
          label={t(shareTexts.restricted)}
          hint={t(shareTexts.restrictedHint)}
          isOn={isRestricted}
          onChange={(isOn) => void onChange({ isRestricted: isOn })}
        />
      )}
    </>
  );
}

function Everybody({ document, access, onChange }: ChangingProps & { access: Access }) {
  const organization = useStore(account.session, () => account.workspaces.activeName());
  const principal = "organization";
  const given = access.entries.find((entry) => entry.principal === principal);
  const options = levelOptions(levelsUpTo(document.level, principal));
  return (
    <Select
      label={t(shareTexts.everybody, { organization: organization ?? "" })}
      options={[{ value: "" as const, label: t(shareTexts.nobody) }, ...options]}
      value={given?.level ?? ""}
      onChange={(level) =>
        void onChange({ entries: [{ principal, id: document.workspaceId, level: level || null }] })
      }
    />
  );
}
