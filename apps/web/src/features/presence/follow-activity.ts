import { chat } from "#web/lib/api/chat.ts";
import { listenToActivity } from "#web/lib/device/activity.ts";

let isFollowing = false;

/** Tells the others that the person is there, as long as they are. Once asked, for as long as the page is there. */
export function followActivity(): void {
  if (isFollowing) return;
  isFollowing = true;
  listenToActivity(chat.people.noteActive);
}
