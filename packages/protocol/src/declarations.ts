import * as accessRequests from "./access-requests.ts";
import * as accessRequestsEndpoints from "./access-requests.endpoints.ts";
import * as audit from "./audit.ts";
import * as avatars from "./avatars.ts";
import * as auth from "./auth.ts";
import * as connection from "./connection.ts";
import * as conversations from "./conversations.ts";
import * as documentFiles from "./document-files.ts";
import * as documentComments from "./document-comments.ts";
import * as documentsLinks from "./documents.links.ts";
import * as documentsRequests from "./documents.requests.ts";
import * as documentsTree from "./documents.tree.ts";
import * as documentReferences from "./document-references.ts";
import * as documents from "./documents.ts";
import * as documentVersions from "./document-versions.ts";
import * as drafts from "./drafts.ts";
import * as emoji from "./emoji.ts";
import * as files from "./files.ts";
import * as forwards from "./forwards.ts";
import * as guests from "./guests.ts";
import * as incomingWebhooks from "./incoming-webhooks.ts";
import * as identifiers from "./identifiers.ts";
import * as images from "./images.ts";
import * as instanceAdministration from "./instance.administration.ts";
import * as instance from "./instance.ts";
import type { CommandShape } from "./kernel/command.ts";
import type { EndpointShape } from "./kernel/endpoint.ts";
import type { EventShape, FrameShape } from "./kernel/event.ts";
import * as invitations from "./invitations.ts";
import * as mails from "./mails.ts";
import * as members from "./members.ts";
import * as messagesEdits from "./messages.edits.ts";
import * as messagesStatistics from "./messages.statistics.ts";
import * as messages from "./messages.ts";
import * as mutes from "./mutes.ts";
import * as announcements from "./announcements.ts";
import * as deliveries from "./deliveries.ts";
import * as notificationPreferences from "./notification-preferences.ts";
import * as notifications from "./notifications.ts";
import * as push from "./push.ts";
import * as organizations from "./organizations.ts";
import * as organizationsDomains from "./organizations.domains.ts";
import * as organizationsSettings from "./organizations.settings.ts";
import * as organizationsStatistics from "./organizations.statistics.ts";
import * as participantsEndpoints from "./participants.endpoints.ts";
import * as participants from "./participants.ts";
import * as pins from "./pins.ts";
import * as polls from "./polls.ts";
import * as previews from "./previews.ts";
import * as presence from "./presence.ts";
import * as quietHours from "./quiet-hours.ts";
import * as reactions from "./reactions.ts";
import * as receipts from "./receipts.ts";
import * as reports from "./reports.ts";
import * as retention from "./retention.ts";
import * as roomsChanges from "./rooms.changes.ts";
import * as roomsDomains from "./rooms.domains.ts";
import * as roomsReads from "./rooms.reads.ts";
import * as rooms from "./rooms.ts";
import * as scheduled from "./scheduled.ts";
import * as saved from "./saved.ts";
import * as search from "./search.ts";
import * as securityEvents from "./security-events.ts";
import * as sessions from "./sessions.ts";
import * as smallPictures from "./small-pictures.ts";
import * as sidebar from "./sidebar.ts";
import * as apiKeys from "./api-keys.ts";
import * as elevation from "./elevation.ts";
import * as dataExports from "./exports.ts";
import * as factors from "./factors.ts";
import * as social from "./social.ts";
import * as subscriptions from "./subscriptions.ts";
import * as threads from "./threads.ts";
import * as typing from "./typing.ts";
import * as peopleAdministration from "./people.administration.ts";
import * as passwords from "./passwords.ts";
import * as people from "./people.ts";
import * as users from "./users.ts";
import * as webhooks from "./webhooks.ts";
import * as workspaces from "./workspaces.ts";

/**
 * Everything that the files of the features declare, by export. The registries (endpoints, commands, events, frames) pick their own
 * from here: what `endpoint()`, `command()`, `event()` or `frame()` made and a file exports is in, with nothing more to write.
 */
const declarations = {
  ...accessRequests,
  ...accessRequestsEndpoints,
  ...audit,
  ...auth,
  ...avatars,
  ...connection,
  ...conversations,
  ...documentComments,
  ...documentReferences,
  ...documents,
  ...documentFiles,
  ...documentVersions,
  ...documentsLinks,
  ...documentsRequests,
  ...documentsTree,
  ...drafts,
  ...emoji,
  ...files,
  ...forwards,
  ...guests,
  ...incomingWebhooks,
  ...identifiers,
  ...images,
  ...instance,
  ...instanceAdministration,
  ...invitations,
  ...mails,
  ...members,
  ...messages,
  ...messagesEdits,
  ...messagesStatistics,
  ...mutes,
  ...announcements,
  ...deliveries,
  ...notificationPreferences,
  ...notifications,
  ...push,
  ...organizations,
  ...organizationsDomains,
  ...organizationsSettings,
  ...organizationsStatistics,
  ...participants,
  ...participantsEndpoints,
  ...pins,
  ...polls,
  ...previews,
  ...presence,
  ...quietHours,
  ...reactions,
  ...rooms,
  ...receipts,
  ...reports,
  ...retention,
  ...roomsChanges,
  ...roomsDomains,
  ...roomsReads,
  ...scheduled,
  ...saved,
  ...search,
  ...securityEvents,
  ...sessions,
  ...sidebar,
  ...smallPictures,
  ...apiKeys,
  ...elevation,
  ...dataExports,
  ...factors,
  ...social,
  ...subscriptions,
  ...threads,
  ...typing,
  ...users,
  ...peopleAdministration,
  ...passwords,
  ...people,
  ...webhooks,
  ...workspaces,
};

type Declarations = typeof declarations;

/** Operations by the name of their export. */
export type EndpointDeclarations = {
  readonly [
    K in keyof Declarations as Declarations[K] extends EndpointShape ? K : never
  ]: Declarations[K];
};

/** Those whose wire name stands in `Key`, by that name. */
type ByName<Shape, Key extends string> = {
  readonly [
    K in keyof Declarations as Declarations[K] extends Shape & {
      readonly [P in Key]: infer N extends string;
    }
      ? N
      : never
  ]: Declarations[K];
};

export type CommandDeclarations = ByName<CommandShape, "type">;
export type EventDeclarations = ByName<EventShape, "name">;
export type FrameDeclarations = ByName<FrameShape & { readonly errors?: never }, "type">;

function pick(
  isWanted: (declared: object) => boolean,
  nameOf: (declared: Readonly<Record<string, unknown>>, name: string) => unknown,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(declarations)) {
    if (typeof declared !== "object" || !isWanted(declared)) continue;
    const key = String(nameOf(declared as Readonly<Record<string, unknown>>, name));
    if (Object.hasOwn(picked, key)) throw new Error(`${key} is declared twice`);
    picked[key] = declared;
  }
  return picked;
}

// The casts say what the types above compute from the same object.
export const endpointDeclarations = pick(
  (declared) => "method" in declared && "group" in declared,
  (_, name) => name,
) as unknown as EndpointDeclarations;
export const commandDeclarations = pick(
  (declared) => "frame" in declared && "errors" in declared,
  ({ type }) => type,
) as unknown as CommandDeclarations;
export const eventDeclarations = pick(
  (declared) => "durable" in declared && "data" in declared,
  ({ name }) => name,
) as unknown as EventDeclarations;
export const frameDeclarations = pick(
  (declared) => "frame" in declared && !("errors" in declared),
  ({ type }) => type,
) as unknown as FrameDeclarations;
