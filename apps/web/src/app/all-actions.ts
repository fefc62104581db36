import { documentActions } from "#web/features/documents/actions.ts";
import { lateMessageActions } from "#web/features/messages/late-message-actions.ts";
import { activityActions } from "#web/features/notifications/actions.ts";
import { jumpToUnread } from "#web/features/messages/unread-action.ts";
import { lateRoomActions } from "#web/features/rooms/late-room-actions.ts";
import { pinActions } from "#web/features/pins/actions.ts";
import { searchActions } from "#web/features/search/actions.ts";
import { lateUserActions } from "#web/features/users/late-user-actions.ts";
import { formatActions } from "#web/features/writing/format-actions.ts";
import type { Action } from "#web/lib/actions/actions.ts";
import { actions } from "./actions.ts";

/** With those that a part brings which comes after the first paint, and that it adds by `learnActions`. */
export const allActions: readonly Action[] = [
  ...actions,
  ...lateMessageActions,
  jumpToUnread,
  ...activityActions,
  ...documentActions,
  ...lateRoomActions,
  ...pinActions,
  ...searchActions,
  ...lateUserActions,
  ...formatActions,
];
