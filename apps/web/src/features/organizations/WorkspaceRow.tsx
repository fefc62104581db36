import { GENERAL_ROOM_SLUG, type Organization } from "@colbin/protocol";
import clsx from "clsx";
import { Building2, UserRound } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { Picture } from "#web/design/identity/Picture.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { memberTexts } from "#web/features/members/texts.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { lateWorkspaceTexts } from "#web/features/workspaces/late-workspace-texts.ts";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { roomPath, organizationPath } from "#web/lib/routing/paths.ts";
import { organizationTexts } from "./texts.ts";

interface WorkspaceRowProps {
  /** Undefined for Personal. */
  organization?: Organization;
  /** The session works there. */
  isHere: boolean;
  onLeave?: () => void;
}

/** A workspace of the person, what they are there, and the ways into it. */
export function WorkspaceRow({ organization, isHere, onLeave }: WorkspaceRowProps) {
  const name = organization?.title ?? t(workspaceTexts.personal);
  const isSuspended = organization?.status === "SUSPENDED";
  const Mark = organization ? Building2 : UserRound;
  return (
    <li
      className={clsx(
        "flex items-center gap-3.5 px-4.5 py-3 max-pair:flex-wrap max-pair:px-3.5",
        isSuspended && "text-ink-muted",
      )}
    >
      <span
        aria-hidden="true"
        data-mark=""
        className={clsx(
          "grid size-9 flex-none place-items-center rounded-md",
          isSuspended ? "bg-hover text-ink-subtle" : "bg-accent text-on-accent",
        )}
      >
        <Picture src={organization?.avatar_url} className="size-full rounded-md object-cover">
          <Mark />
        </Picture>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <bdi className="clip-line font-medium">{name}</bdi>
          {isHere && <Chip tone="accent">{t(organizationTexts.openNow)}</Chip>}
          {isSuspended && <Chip tone="danger">{t(organizationTexts.suspended)}</Chip>}
        </span>
        <span className="block text-xs text-ink-subtle">{t(noteOf(organization))}</span>
      </span>
      <span className="flex flex-none gap-2 max-pair:w-full max-pair:justify-end empty:hidden">
        {organization && onLeave && organization.role !== "OWNER" && (
          <Button
            variant="ghost"
            aria-label={t(memberTexts.leaveNamed, { org: name })}
            onClick={onLeave}
          >
            {t(memberTexts.leave)}
          </Button>
        )}
        {organization && !isSuspended && (
          <PageLink
            variant={isHere ? "secondary" : "ghost"}
            to={organizationPath(organization.id, "members")}
            aria-label={t(organizationTexts.settingsNamed, { name })}
          >
            {t(organizationTexts.settings)}
          </PageLink>
        )}
        {!isHere && !isSuspended && (
          <PageLink
            to={`${roomPath(GENERAL_ROOM_SLUG)}?org=${organization?.id ?? "personal"}`}
            aria-label={t(organizationTexts.openNamed, { name })}
          >
            {t(organizationTexts.open)}
          </PageLink>
        )}
      </span>
    </li>
  );
}

function noteOf(organization: Organization | undefined): Text {
  if (!organization) return lateWorkspaceTexts.personalNote;
  if (organization.status === "SUSPENDED") return organizationTexts.suspendedNote;
  return roleTexts[organization.role ?? "MEMBER"];
}
