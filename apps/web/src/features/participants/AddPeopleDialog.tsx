import {
  levelsGiven,
  ROOM_INVITE_BATCH,
  type ParticipantAccessLevel,
  type UserSummary,
} from "@colbin/protocol";
import { useState } from "react";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { PeopleField } from "#web/features/conversations/PeopleField.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import { roomRightsOf } from "#web/features/rooms/room-rights.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { activeWorkspace, PERSONAL } from "#web/lib/routing/paths.ts";
import { AddingResults } from "./AddingResults.tsx";
import { peopleTexts } from "./people-texts.ts";
import { useAdding, type AddingResult } from "./use-adding.ts";

interface AddPeopleDialogProps extends DetailsProps {
  /** The room was made a moment ago: nothing stands in it yet. */
  isFirst?: boolean;
  onClose: () => void;
}

/** Invites several people at once, or adds them where they need not be asked; what came of it takes the place of the fields. */
export function AddPeopleDialog({ room, level, isFirst = false, onClose }: AddPeopleDialogProps) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const [people, setPeople] = useState<readonly UserSummary[]>([]);
  const [way, setWay] = useState<"invite" | "add">(isFirst ? "add" : "invite");
  const [accessLevel, setLevel] = useState<ParticipantAccessLevel>("WRITE");
  const [results, setResults] = useState<readonly AddingResult[]>();
  const { invite, add } = useAdding(room.sessionRoomSlug, accessLevel);
  const { manages } = roomRightsOf({ ...room, level });
  const mayAdd = manages && activeWorkspace() !== PERSONAL;
  const isInvitation = way === "invite" || !mayAdd;
  const run = isInvitation ? invite : add;
  const verb = isInvitation ? peopleTexts.inviteVerb : peopleTexts.addVerb;

  async function liftBan(person: UserSummary): Promise<void> {
    const [again] = await invite([person], true);
    setResults((all) => all?.map((each) => (again && each.person === person ? again : each)));
  }

  return (
    <FormDialog
      title={isFirst ? t(peopleTexts.addTo, { room: room.roomName }) : t(peopleTexts.add)}
      text={t(isFirst ? peopleTexts.readsNew : peopleTexts.readsAll)}
      {...(isFirst && { cancel: t(peopleTexts.skip) })}
      {...(isFirst && !results && { note: t(peopleTexts.isThere) })}
      failure={t(isInvitation ? peopleTexts.inviteFailed : peopleTexts.addFailed)}
      verb={results ? t(peopleTexts.done) : t(verb, { n: people.length })}
      isDisabled={people.length === 0}
      isDone={results !== undefined}
      onConfirm={async () => {
        if (!results) setResults(await run(people));
      }}
      onClose={onClose}
    >
      {results ? (
        <AddingResults results={results} onLiftBan={manages ? liftBan : undefined} />
      ) : (
        <>
          {mayAdd && (
            <Segmented
              label={t(peopleTexts.how)}
              options={[
                { value: "invite", label: t(peopleTexts.invite) },
                { value: "add", label: t(peopleTexts.addNow) },
              ]}
              value={way}
              onChange={setWay}
            />
          )}
          <div className="-mx-5 flex h-72 min-h-0 flex-col border-y border-line">
            <PeopleField
              chosen={people}
              ownId={ownId}
              isFull={people.length >= ROOM_INVITE_BATCH}
              onChange={setPeople}
            />
          </div>
          <Select
            label={t(peopleTexts.asLevel)}
            name="accessLevel"
            options={levelsGiven[level].map((value): { value: typeof value; label: string } => ({
              value,
              label: t(detailLevels[value]),
            }))}
            value={accessLevel}
            onChange={setLevel}
          />
        </>
      )}
    </FormDialog>
  );
}
