import type { JoinResult } from "@colbin/client";
import { toast } from "#web/design/toast.ts";
import { chat } from "#web/lib/chat.ts";
import { errorText } from "#web/lib/error-text.ts";
import { t, type Text } from "#web/lib/i18n.ts";
import { ROOM_TOAST_MS } from "./constants.ts";
import { roomTexts } from "./texts.ts";

/** Joins, says so, and gives the address of the room; undefined when it could not be, which is said as well. */
export async function joinRoom(roomSlug: string): Promise<string | undefined> {
  const result = await attempt(roomSlug, roomTexts.joinFailed);
  if (result?.outcome === "joined")
    toast({ title: t(roomTexts.joined), durationMs: ROOM_TOAST_MS });
  return result?.slug ?? undefined;
}

/** Makes a public room of that name, or joins the one that is there already. */
export async function createRoom(name: string): Promise<string | undefined> {
  const result = await attempt(name, roomTexts.createFailed);
  if (result?.outcome === "created") {
    toast({ title: t(roomTexts.created, { name }), durationMs: ROOM_TOAST_MS });
  }
  return result?.slug ?? undefined;
}

async function attempt(name: string, failure: Text): Promise<JoinResult | undefined> {
  try {
    return await chat.rooms.join(name);
  } catch (cause) {
    toast({ title: t(failure), description: errorText(cause), variant: "destructive" });
    return undefined;
  }
}
