import type { Member } from "@colbin/protocol";
import type { ReactNode } from "react";
import { Chip } from "#web/design/form/Chip.tsx";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { PresenceWords } from "#web/features/presence/PresenceWords.tsx";
import { statusTexts } from "#web/features/workspaces/member-status-texts.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { memberTexts } from "./texts.ts";

/** The columns of a member; `renderRole` draws the role, where it may be changed. */
export function memberColumns(
  ownId: string | undefined,
  renderRole: (member: Member) => ReactNode,
): readonly TableColumn<Member>[] {
  return [
    toColumn(
      memberTexts.member,
      (member) => <Name member={member} isSelf={member.userId === ownId} />,
      "name",
    ),
    toColumn(memberTexts.role, renderRole, "role"),
    toColumn(memberTexts.department, ({ department }) => (
      <bdi className="wrap-anywhere">{department ?? "–"}</bdi>
    )),
    toColumn(memberTexts.status, (member) => <Status {...member} />),
    toColumn(
      memberTexts.joined,
      ({ joinedAt }) => formatDate(new Date(joinedAt), "date"),
      "joinedAt",
    ),
  ];
}

function Name({ member: { userId, user }, isSelf }: { member: Member; isSelf: boolean }) {
  return (
    <span className="flex items-center gap-2.75">
      <PersonAvatar id={userId} name={user.fullName} picture={user.avatar_url} size="row" />
      <span className="min-w-0 pair:max-w-60">
        <span className="clip-line block font-medium text-ink">
          <bdi>{user.fullName}</bdi>{" "}
          {isSelf && <span className="font-normal text-ink-subtle">{t(memberTexts.you)}</span>}
        </span>
        <span className="clip-line block text-xs text-ink-subtle">
          @{user.username}
          {user.email && ` · ${user.email}`}
        </span>
        <PresenceWords id={userId} />
      </span>
    </span>
  );
}

function Status({ status, suspendedReason }: Member) {
  if (status === "INVITED") return <Chip tone="accent">{t(statusTexts.INVITED)}</Chip>;
  if (status === "SUSPENDED")
    return (
      <span className="grid justify-items-start pair:max-w-40">
        <Chip tone="danger">{t(statusTexts.SUSPENDED)}</Chip>
        <bdi className="clip-line max-w-full text-xs" title={suspendedReason ?? undefined}>
          {suspendedReason}
        </bdi>
      </span>
    );
  return (
    <span className="flex items-center gap-1.75">
      <i data-mark="" aria-hidden="true" className="size-1.75 rounded-full bg-online" />
      {t(statusTexts.ACTIVE)}
    </span>
  );
}
