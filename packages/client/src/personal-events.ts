import type { FrameOf, ServerFrame } from "@colbin/protocol";
import { createAccess } from "./access.ts";
import type { AccountWithTokens } from "./account.ts";
import type { Chat, ReadPart } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";
import { createNotifications } from "./notifications.ts";
import { createSidebar } from "./sidebar.ts";
import type { WritableStore } from "./store.ts";

type PersonalFrame = FrameOf<"SERVER_PERSONAL_EVENT">;
type EventName = PersonalFrame["event"];
type DataOf<E extends EventName> = Extract<PersonalFrame, { readonly event: E }>["data"];

interface PersonalEvents {
  readonly api: Pick<Chat, "notifications" | "access" | "sidebar" | "onNews">;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Something that is told once may have been missed: all of it is read again, as far as it is shown. */
  readonly look: () => void;
}

/** What concerns one person alone and is in no log of a room. */
export function createPersonalEvents(
  store: WritableStore<ChatState>,
  { call, runtime, workspaceId }: Pick<AccountWithTokens, "call" | "runtime" | "workspaceId">,
): PersonalEvents {
  const owner = (): string => `${store.getSnapshot().currentUser?.id} ${workspaceId()}`;
  const notifications = createNotifications({ store, call, owner, runtime });
  const access = createAccess({ store, call, owner });
  const sidebar = createSidebar({ store, call, owner });
  const listeners = new Set<(part: ReadPart) => void>();
  const tell = (part: ReadPart): void => {
    for (const listener of listeners) listener(part);
  };
  /** Link guests have neither notifications nor sections (rules-identity 24). */
  const isMember = (): boolean => store.getSnapshot().currentUser?.role !== "GUEST";
  const lookAtFeed = (): void => void (isMember() && notifications.look());
  const lookAtSidebar = (): void => void (isMember() && sidebar.look());

  function look(): void {
    lookAtFeed();
    lookAtSidebar();
    access.look();
    tell("access");
    tell("mutes");
  }

  /** What each event touches, and nothing else is read for it: forgetting one does not compile. */
  const handlers: { readonly [E in EventName]: (data: DataOf<E>) => void } = {
    reload: look,
    notifications_read: notifications.onRead,
    access_changed(data) {
      access.onChange(data);
      tell("access");
      // An answered request or invitation is in the feed no more.
      lookAtFeed();
    },
    sidebar_changed(data) {
      if (data.workspaceId === workspaceId()) lookAtSidebar();
    },
    all_muted: () => tell("mutes"),
  };

  /** A newer server may tell of what this client does not know. */
  function hear<E extends EventName>(event: E, data: DataOf<E>): void {
    if (Object.hasOwn(handlers, event)) handlers[event](data);
  }

  return {
    look,
    onFrame(frame) {
      if (frame.type === "SERVER_NOTIFICATION") notifications.onTold(frame);
      if (frame.type === "SERVER_PERSONAL_EVENT") hear(frame.event, frame.data as never);
    },
    api: {
      notifications: notifications.api,
      access: access.api,
      sidebar: sidebar.api,
      onNews(part, listener) {
        const entry = (told: ReadPart) => {
          if (told === part) listener();
        };
        listeners.add(entry);
        return () => listeners.delete(entry);
      },
    },
  };
}
