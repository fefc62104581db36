import { UserPlus, UsersRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { TableFoot } from "#web/design/table/TableFoot.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { roomRightsOf } from "#web/features/rooms/room-rights.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { AddPeopleDialog } from "./AddPeopleDialog.tsx";
import { MemberRow } from "./MemberRow.tsx";
import { OwnerDialog } from "./OwnerDialog.tsx";
import { peopleTexts } from "./people-texts.ts";
import { RemoveParticipantDialog } from "./RemoveParticipantDialog.tsx";
import type { ParticipantQuestion } from "./participant-question.ts";
import { useRoomPeople } from "./use-room-people.ts";

/** The people of the room, page by page, and the acts on each; others' changes show at once. */
export function MembersPart({ room, level }: DetailsProps) {
  const { sessionRoomSlug: slug } = room;
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const { table, text, setText } = useRoomPeople(room);
  const [question, setQuestion] = useState<ParticipantQuestion>();
  const close = () => setQuestion(undefined);
  const rights = roomRightsOf({ ...room, level });
  const { rows, error, paging } = table;
  return (
    <>
      <div className="flex flex-none gap-2 px-gutter pt-3 pb-1 empty:hidden">
        {room.roomType !== "direct" && (
          <SearchField label={t(peopleTexts.search)} value={text} onChange={setText} />
        )}
        {rights.mayInvite && !isLinkGuest() && (
          <Button variant="primary" size="header" onClick={() => setQuestion({ is: "add" })}>
            <UserPlus aria-hidden="true" />
            {t(peopleTexts.add)}
          </Button>
        )}
      </div>
      <ScrollRegion className="min-h-0 flex-1 px-2.5 py-1.5">
        {!rows && error && <ErrorState {...error} />}
        {!rows && !error && <TableBones label={t(peopleTexts.loading)} />}
        {rows?.length === 0 && (
          <EmptyState
            icon={UsersRound}
            title={t(peopleTexts.nobody)}
            text={t(peopleTexts.nobodyText)}
          />
        )}
        <ul>
          {rows?.map((person) => (
            <MemberRow
              key={person.participantId}
              slug={slug}
              person={person}
              isSelf={person.sessionUserId === ownId}
              isLevelled={room.roomType !== "direct"}
              rights={rights}
              onAsk={setQuestion}
            />
          ))}
        </ul>
      </ScrollRegion>
      {(paging.total ?? 0) > paging.limit && <TableFoot {...paging} label={t(peopleTexts.pages)} />}
      {question?.is === "add" && <AddPeopleDialog room={room} level={level} onClose={close} />}
      {question?.is === "remove" && (
        <RemoveParticipantDialog slug={slug} person={question.person} onClose={close} />
      )}
      {question?.is === "own" && <OwnerDialog slug={slug} {...question} onClose={close} />}
    </>
  );
}
