import type { InstanceUser } from "@colbin/protocol";
import { Chip } from "#web/design/form/Chip.tsx";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { administrationTexts, instanceRoleTexts } from "./administration-texts.ts";

/** The columns of a person on the server. */
export function instancePeopleColumns(
  ownId: string | undefined,
): readonly TableColumn<InstanceUser>[] {
  return [
    toColumn(administrationTexts.person, (person) => (
      <Name person={person} isSelf={person.id === ownId} />
    )),
    toColumn(administrationTexts.identifier, ({ email, phone }) => (
      <bdi className="wrap-anywhere">{email ?? phone ?? "–"}</bdi>
    )),
    toColumn(administrationTexts.role, ({ role }) => t(instanceRoleTexts[role])),
    toColumn(administrationTexts.lastActive, ({ lastActiveAt }) =>
      lastActiveAt === null
        ? t(administrationTexts.never)
        : formatDate(new Date(lastActiveAt), "date"),
    ),
    toColumn(administrationTexts.status, ({ isBlocked }) =>
      isBlocked ? (
        <Chip tone="danger">{t(administrationTexts.blocked)}</Chip>
      ) : (
        t(administrationTexts.active)
      ),
    ),
  ];
}

function Name({ person, isSelf }: { person: InstanceUser; isSelf: boolean }) {
  const { id, fullName, username, avatar_url: picture } = person;
  return (
    <span className="flex items-center gap-2.75">
      <Avatar id={id} name={fullName} picture={picture} size="row" />
      <span className="min-w-0 pair:max-w-60">
        <span className="clip-line block font-medium text-ink">
          <bdi>{fullName}</bdi>{" "}
          {isSelf && (
            <span className="font-normal text-ink-subtle">{t(administrationTexts.you)}</span>
          )}
        </span>
        <span className="clip-line block text-xs text-ink-subtle">@{username}</span>
      </span>
    </span>
  );
}
