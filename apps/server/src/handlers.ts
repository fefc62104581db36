import type { WorkspaceId } from "@colbin/protocol";
import { auditJobs } from "./features/audit/audit.jobs.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { conversationsRoutes } from "./features/conversations/conversations.routes.ts";
import { findActor } from "./features/auth/auth.access.ts";
import { apiKeysJobs } from "./features/api-keys/api-keys.jobs.ts";
import { authJobs } from "./features/auth/auth.jobs.ts";
import { claimJobs } from "./features/auth/claims.jobs.ts";
import { authRoutes, keep, switchTo, toCaller } from "./features/auth/auth.routes.ts";
import type { Auth } from "./features/auth/auth.service.ts";
import { sendFirstLink } from "./features/auth/operator-links.service.ts";
import { deletionsJobs } from "./features/deletions/deletions.jobs.ts";
import { deletionsRoutes } from "./features/deletions/deletions.routes.ts";
import { digestsJobs } from "./features/digests/digests.jobs.ts";
import { draftsRoutes } from "./features/drafts/drafts.routes.ts";
import { documentsJobs } from "./features/documents/documents.jobs.ts";
import type { DocumentContents } from "./features/documents/live.service.ts";
import { commentsRoutes } from "./features/documents/comments.routes.ts";
import { documentsRoutes } from "./features/documents/documents.routes.ts";
import { documentVersionsRoutes } from "./features/documents/versions.routes.ts";
import { decideDocumentRequest } from "./features/documents/requests.service.ts";
import { emojiRoutes } from "./features/emoji/emoji.routes.ts";
import { filesJobs } from "./features/files/files.jobs.ts";
import { avatarsRoutes } from "./features/avatars/avatars.routes.ts";
import { exportsJobs } from "./features/exports/exports.jobs.ts";
import { exportsRoutes } from "./features/exports/exports.routes.ts";
import { filesRoutes } from "./features/files/files.routes.ts";
import { guestsJobs } from "./features/guests/guests.jobs.ts";
import { guestsRoutes } from "./features/guests/guests.routes.ts";
import { incomingWebhooksRoutes } from "./features/incoming-webhooks/incoming-webhooks.routes.ts";
import { invitationsJobs } from "./features/invitations/invitations.jobs.ts";
import { invitationsRoutes } from "./features/invitations/invitations.routes.ts";
import { instanceRoutes } from "./features/instance/instance.routes.ts";
import { imagesRoutes } from "./features/images/images.routes.ts";
import { membersJobs } from "./features/members/members.jobs.ts";
import { membersRoutes } from "./features/members/members.routes.ts";
import { messagesJobs } from "./features/messages/messages.jobs.ts";
import { messagesRoutes } from "./features/messages/messages.routes.ts";
import { messagesCommands } from "./features/messages/messages.socket.ts";
import { notificationPreferencesRoutes } from "./features/notification-preferences/notification-preferences.routes.ts";
import { notificationTestsJobs } from "./features/notification-tests/notification-tests.jobs.ts";
import { notificationTestsRoutes } from "./features/notification-tests/notification-tests.routes.ts";
import { announcementsRoutes } from "./features/announcements/announcements.routes.ts";
import { notificationsJobs } from "./features/notifications/notifications.jobs.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { requireLeading } from "./features/organizations/organizations.access.ts";
import { organizationsRoutes } from "./features/organizations/organizations.routes.ts";
import { participantsJobs } from "./features/participants/participants.jobs.ts";
import { participantsRoutes } from "./features/participants/participants.routes.ts";
import { pinsRoutes } from "./features/pins/pins.routes.ts";
import { pollsJobs } from "./features/polls/polls.jobs.ts";
import { pollsRoutes } from "./features/polls/polls.routes.ts";
import { previewsJobs } from "./features/previews/previews.jobs.ts";
import { previewsRoutes } from "./features/previews/previews.routes.ts";
import { pushJobs } from "./features/push/push.jobs.ts";
import { pushRoutes } from "./features/push/push.routes.ts";
import { reactionsRoutes } from "./features/reactions/reactions.routes.ts";
import { reactionsCommands } from "./features/reactions/reactions.socket.ts";
import { receiptsRoutes } from "./features/receipts/receipts.routes.ts";
import { receiptsCommands } from "./features/receipts/receipts.socket.ts";
import { reportsRoutes } from "./features/reports/reports.routes.ts";
import { retentionJobs } from "./features/retention/retention.jobs.ts";
import { roomChangesRoutes } from "./features/room-changes/room-changes.routes.ts";
import { roomInvitationsRoutes } from "./features/room-invitations/room-invitations.routes.ts";
import { roomsRoutes } from "./features/rooms/rooms.routes.ts";
import { scheduledMessagesJobs } from "./features/scheduled/scheduled.jobs.ts";
import { scheduledMessagesRoutes } from "./features/scheduled/scheduled.routes.ts";
import { subscriptionsJobs } from "./features/subscriptions/subscriptions.jobs.ts";
import { savedJobs } from "./features/saved/saved.jobs.ts";
import { savedRoutes } from "./features/saved/saved.routes.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { sidebarRoutes } from "./features/sidebar/sidebar.routes.ts";
import { subscriptionsRoutes } from "./features/subscriptions/subscriptions.routes.ts";
import { subscriptionsCommands } from "./features/subscriptions/subscriptions.socket.ts";
import { threadsRoutes } from "./features/threads/threads.routes.ts";
import { typingCommands } from "./features/typing/typing.socket.ts";
import { peopleRoutes } from "./features/people/people.routes.ts";
import { presenceCommands } from "./features/presence/presence.socket.ts";
import type { Identifier } from "./features/users/identifiers.service.ts";
import { usersRoutes } from "./features/users/users.routes.ts";
import { workspacesJobs } from "./features/workspaces/workspaces.jobs.ts";
import { webhooksJobs } from "./features/webhooks/webhooks.jobs.ts";
import { webhooksRoutes } from "./features/webhooks/webhooks.routes.ts";
import type { Authenticator } from "./platform/actor.ts";
import type { Tx } from "./platform/db/database.ts";
import type { Handlers, RequestContext, UserRequestContext } from "./platform/http/handler.ts";
import { replayJobs } from "./platform/http/replay-store.ts";
import type { JobWorker } from "./platform/jobs/jobs.ts";
import type { CommandHandlers } from "./platform/realtime/handler.ts";
import type { AppDeps } from "./app-deps.ts";
import type { Shared } from "./shared.ts";

interface Doors {
  readonly auth: Auth;
  readonly authenticator: Authenticator;
  readonly contents: DocumentContents;
}

/** A line a feature; a missing handler does not compile. */
export function createHandlers({ config }: AppDeps, shared: Shared, doors: Doors) {
  const withSessions = { ...shared, ...openSessions(doors) };
  return {
    ...instanceRoutes({ ...shared, config }),
    ...authRoutes(doors.auth, withSessions.findActor),
    ...usersRoutes(shared),
    ...peopleRoutes({ ...doors.auth, ...withSessions }),
    ...organizationsRoutes(withSessions),
    ...membersRoutes(shared),
    ...auditRoutes({ ...shared, requireLeading }),
    ...deletionsRoutes(shared),
    ...invitationsRoutes({ ...doors.auth, ...withSessions }),
    ...guestsRoutes({ ...doors.auth, ...withSessions }),
    ...incomingWebhooksRoutes(shared),
    ...announcementsRoutes(shared),
    ...notificationsRoutes(shared),
    ...notificationPreferencesRoutes(shared),
    ...notificationTestsRoutes(shared),
    ...webhooksRoutes(shared),
    ...pushRoutes(shared),
    ...roomsRoutes(shared),
    ...roomChangesRoutes(shared),
    ...participantsRoutes({
      ...shared,
      decideDocumentRequest: (...asked) => decideDocumentRequest(shared, ...asked),
    }),
    ...roomInvitationsRoutes(shared),
    ...documentsRoutes({ ...shared, ...doors }),
    ...commentsRoutes({ ...shared, ...doors }),
    ...documentVersionsRoutes({ ...shared, ...doors }),
    ...draftsRoutes(shared),
    ...scheduledMessagesRoutes(shared),
    ...sidebarRoutes(shared),
    ...conversationsRoutes(shared),
    ...subscriptionsRoutes(shared),
    ...messagesRoutes(shared),
    ...searchRoutes(shared),
    ...reactionsRoutes(shared),
    ...threadsRoutes(shared),
    ...receiptsRoutes(shared),
    ...pinsRoutes(shared),
    ...reportsRoutes(shared),
    ...pollsRoutes(shared),
    ...previewsRoutes(shared),
    ...imagesRoutes(shared),
    ...filesRoutes(shared),
    ...exportsRoutes({ ...shared, productName: config.productName }),
    ...avatarsRoutes(shared),
    ...savedRoutes(shared),
    ...emojiRoutes(shared),
  } satisfies Handlers;
}

/** The same for frames of sockets. */
export function createCommands(shared: Shared) {
  return {
    ...subscriptionsCommands(shared),
    ...messagesCommands(shared),
    ...reactionsCommands(shared),
    ...typingCommands(shared),
    ...presenceCommands(shared),
    ...receiptsCommands(shared),
  } satisfies CommandHandlers;
}

/** The same for the job queue. */
export function createWorkers(deps: AppDeps, shared: Shared, auth: Auth): JobWorker[] {
  return [
    ...authJobs(auth),
    ...claimJobs(auth),
    ...apiKeysJobs(auth),
    ...invitationsJobs(auth),
    ...messagesJobs(shared),
    ...notificationsJobs(shared),
    ...notificationTestsJobs(shared),
    ...documentsJobs(shared),
    ...webhooksJobs(shared),
    ...digestsJobs(shared),
    ...pushJobs(shared),
    ...subscriptionsJobs(shared),
    ...savedJobs(shared),
    ...membersJobs(shared),
    ...participantsJobs(shared),
    ...deletionsJobs(shared),
    ...guestsJobs(shared),
    ...scheduledMessagesJobs(shared),
    ...retentionJobs(shared),
    ...pollsJobs(shared),
    ...previewsJobs(shared),
    ...filesJobs(shared),
    ...cleanUpJobs(deps),
  ];
}

/** What features ask of sign-in in the course of a call. */
function openSessions({ auth, authenticator }: Doors) {
  return {
    keep,
    toCaller,
    switchTo: (context: UserRequestContext, to: WorkspaceId) => switchTo(auth, context, to),
    findActor: (context: RequestContext) => findActor(authenticator, context),
    sendFirstLink: (tx: Tx, identifier: Identifier) => sendFirstLink(auth, tx, identifier),
  };
}

function cleanUpJobs({ database: { kysely: db }, clock, config, log }: AppDeps): JobWorker[] {
  const { auditDays } = config;
  return [
    ...replayJobs(db, clock),
    ...workspacesJobs(db, clock),
    ...exportsJobs(db, clock),
    ...auditJobs({ db, clock, log }, auditDays),
  ];
}
