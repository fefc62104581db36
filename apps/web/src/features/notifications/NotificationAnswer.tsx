import type { answerableTypes, Notification } from "@colbin/protocol";
import { toApiError } from "@colbin/client";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { InvitationAnswer } from "#web/features/access-requests/InvitationAnswer.tsx";
import { RequestAnswers } from "#web/features/access-requests/RequestAnswers.tsx";
import { enterWelcomed } from "#web/features/invitations/welcome.ts";
import { account } from "#web/lib/api/account.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { activityTexts } from "./activity-texts.ts";
import { pathOf, useWorkspace } from "./use-workspace.ts";

type Answerable = Extract<Notification, { readonly type: (typeof answerableTypes)[number] }>;

/** Does it wait for an answer that can be given in its row? */
export function isAnswerable(notification: Notification): notification is Answerable {
  const { type } = notification;
  const isAsked = type === "ROOM_INVITATION" || type === "ACCESS_REQUEST";
  return isAsked || type === "ORGANIZATION_INVITATION";
}

/** The answers to an invitation or a request, by the calls of its own screen. */
export function NotificationAnswer({ to }: { to: Answerable }) {
  const [isAnswered, setAnswered] = useState(false);
  const workspace = useWorkspace(to.workspaceId);
  if (isAnswered)
    return (
      <p role="status" className="text-ink-muted">
        {t(activityTexts.answered)}
      </p>
    );
  const onAnswered = () => setAnswered(true);
  if (to.type === "ORGANIZATION_INVITATION")
    return <OrganizationAnswer facts={to.facts} onAnswered={onAnswered} />;
  // Addresses of rooms count where the session works.
  if (workspace && !workspace.isHere)
    return (
      <PageLink size="sm" to={pathOf(to, workspace) ?? ""}>
        {t(activityTexts.answerThere, { org: workspace.name })}
      </PageLink>
    );
  if (to.type === "ROOM_INVITATION") {
    const { sessionRoomSlug, title } = to.facts;
    return (
      <InvitationAnswer
        size="sm"
        roomSlug={sessionRoomSlug}
        roomName={title}
        onAnswered={onAnswered}
      />
    );
  }
  const name = to.actors[0]?.fullName ?? "";
  return <RequestAnswers id={to.facts.requestId} name={name} onAnswered={onAnswered} />;
}

const answeredCodes: readonly string[] = [
  "INVITATION_NOT_FOUND",
  "INVITATION_EXPIRED",
  "INVITATION_ALREADY_USED",
];

interface OrganizationAnswerProps {
  facts: Extract<Answerable, { readonly type: "ORGANIZATION_INVITATION" }>["facts"];
  onAnswered: () => void;
}

/** Yes leads into the organization by a full page load. */
function OrganizationAnswer({ facts, onAnswered }: OrganizationAnswerProps) {
  const { invitationId: inviteCode, title: org } = facts;
  const [busy, setBusy] = useState<"accept" | "decline">();
  async function answer(which: "accept" | "decline", failure: Text, act: () => Promise<unknown>) {
    setBusy(which);
    const tried = act().catch((cause: unknown) => {
      if (!answeredCodes.includes(toApiError(cause).code)) throw cause;
      onAnswered();
    });
    await tellFailure(failure, tried);
    setBusy(undefined);
  }
  const accept = async (): Promise<void> => {
    const { message } = await account.workspaces.accept(inviteCode);
    enterWelcomed({ org, message });
  };
  const decline = () => account.call("declineInvitation", { body: { inviteCode } });
  return (
    <>
      <Button
        size="sm"
        aria-label={t(activityTexts.declineNamed, { org })}
        isBusy={busy === "decline"}
        onClick={() => void answer("decline", activityTexts.declineFailed, decline)}
      >
        {t(activityTexts.decline)}
      </Button>
      <Button
        size="sm"
        variant="primary"
        aria-label={t(activityTexts.acceptNamed, { org })}
        isBusy={busy === "accept"}
        onClick={() => void answer("accept", activityTexts.acceptFailed, accept)}
      >
        {t(activityTexts.accept)}
      </Button>
    </>
  );
}
