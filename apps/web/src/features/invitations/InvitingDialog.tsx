import { EMAIL_MAX_LENGTH, GENERAL_ROOM_SLUG, INVITE_BATCH, rolesInvited } from "@colbin/protocol";
import { useState, type ReactNode } from "react";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { roleOptions } from "#web/features/members/RoleSelect.tsx";
import { memberTexts } from "#web/features/members/texts.ts";
import { useEdits } from "#web/features/settings/use-edits.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { splitWords } from "#web/lib/language/split-words.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import { outcomeTexts, sendingTexts } from "./sending-texts.ts";
import { invitationTexts } from "./texts.ts";

const complete = /^(@[\w.-]+|[^\s@]+@[^\s@]+\.[^\s@.]+)$/;
const nothing = { names: "", role: "MEMBER", rooms: GENERAL_ROOM_SLUG };
const aWeek = { expiresInDays: "7", maxUses: "" };

interface InvitingDialogProps {
  organization: OpenOrganization;
  onClose: () => void;
}

/** Many people at once, typed or pasted, or anybody by a link; what came of it takes the place of the fields. */
export function InvitingDialog({ organization, onClose }: InvitingDialogProps) {
  const { id: orgId, role: ownRole } = organization;
  const [way, setWay] = useState<"named" | "link">("named");
  const { field } = useEdits({ ...nothing, ...aWeek });
  const [result, setResult] = useState<ReactNode>();
  const [hasLeft, setLeft] = useState(false);
  const { act: invite } = useAct("inviteMembers", ["listInvitations", "listMembers"]);
  const { act: makeLink } = useAct("generateInviteLink", ["listInvitations"]);
  const names = splitWords(field("names").value);
  const isNamed = way === "named";
  const roles = rolesInvited[ownRole][way];
  const role = roles.find((each) => each === field("role").value) ?? "MEMBER";
  const given = { role, rooms: role === "GUEST" ? splitWords(field("rooms").value) : [] };

  async function inviteAll(): Promise<void> {
    const invitations = names.map((name) => {
      return name.startsWith("@") ? { ...given, username: name } : { ...given, email: name };
    });
    const { results } = await invite({ params: { orgId }, body: { invitations } });
    setResult(
      <ul>
        {results.map(({ outcome, email, username }) => (
          <li key={email ?? username} className="flex min-h-7 justify-between gap-3">
            <bdi className="wrap-anywhere">{email ?? username}</bdi>
            <span className="flex-none text-ink-muted">{t(outcomeTexts[outcome])}</span>
          </li>
        ))}
      </ul>,
    );
  }

  async function createLink(): Promise<void> {
    const { value: uses } = field("maxUses");
    const expiresInDays = Number(field("expiresInDays").value);
    const ends = { expiresInDays, ...(uses && { maxUses: Number(uses) }) };
    const { link } = await makeLink({ params: { orgId }, body: { ...given, ...ends } });
    setResult(<CopyField label={t(sendingTexts.link)} value={link} />);
  }

  const verb = isNamed ? t(sendingTexts.send, { n: names.length }) : t(sendingTexts.createLink);
  return (
    <FormDialog
      title={t(invitationTexts.people)}
      failure={t(isNamed ? sendingTexts.sendFailed : sendingTexts.linkFailed)}
      verb={result ? t(sendingTexts.done) : verb}
      isDisabled={isNamed && (names.length === 0 || names.length > INVITE_BATCH)}
      isDone={result !== undefined}
      onConfirm={async () => result ?? (isNamed ? inviteAll() : createLink())}
      onClose={onClose}
    >
      {result ?? (
        <>
          {rolesInvited[ownRole].link.length > 0 && (
            <Segmented label={t(sendingTexts.how)} options={ways()} value={way} onChange={setWay} />
          )}
          {isNamed ? (
            <TextArea
              {...field("names")}
              label={t(sendingTexts.names)}
              hint={t(sendingTexts.namesHint, { max: INVITE_BATCH })}
              onBlur={() => setLeft(true)}
              error={hasLeft || names.length > 0 ? namesProblem(names) : undefined}
            />
          ) : (
            <>
              <TextField {...field("expiresInDays")} label={t(sendingTexts.days)} />
              <TextField {...field("maxUses")} label={t(sendingTexts.maxUses)} />
            </>
          )}
          <Select
            {...field("role")}
            label={t(memberTexts.role)}
            options={roleOptions(roles)}
            value={role}
          />
          {role === "GUEST" && <TextField {...field("rooms")} label={t(sendingTexts.rooms)} />}
        </>
      )}
    </FormDialog>
  );
}

/** The problem with the addresses; the server has the last word. */
function namesProblem(names: readonly string[]): string | undefined {
  if (names.length === 0) return t(sendingTexts.emailRequired);
  const long = names.filter((name) => name.length > EMAIL_MAX_LENGTH);
  const wrong = names.filter((name) => !complete.test(name));
  const [what, which] =
    long.length > 0 ? [sendingTexts.emailTooLong, long] : [sendingTexts.emailInvalid, wrong];
  return which.length > 0 ? `${t(what)}: ${which.join(", ")}` : undefined;
}

const ways = () =>
  [
    { value: "named", label: t(sendingTexts.byName) },
    { value: "link", label: t(sendingTexts.byLink) },
  ] as const;
