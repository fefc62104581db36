import type { Message } from "@colbin/protocol";
import { openSide } from "#web/lib/routing/side.ts";

/** Shows the thread of a message beside the room; of a reply the one that it is in. */
export function openThread({ id }: Pick<Message, "id">): void {
  openSide({ name: "thread", at: id });
}
