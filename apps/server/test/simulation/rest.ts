import { addressOf, isSend } from "@colbin/client";
import type { Subscription } from "@colbin/protocol";
import { toSubscription } from "#server/features/subscriptions/subscriptions.view.ts";
import { toSubscriptionRows } from "./model/subscriptions.ts";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** Of which people something is said. */
export type Whose = (userId: string) => boolean;

/**
 * What still keeps these people from rest: each of their tabs must show what a fresh snapshot says. Nobody may have anything to
 * send that the others would have to hear.
 */
export function judgeRest(world: World, whose: Whose): string[] {
  const left = world.devices.flatMap(({ outbox }) =>
    [...outbox.values()].filter(isSend).filter(({ failure }) => failure === null),
  );
  const waiting = left.map(({ content }) => `"${content}" is still stored and not sent`);
  const tabs = world.tabs.filter(({ device }) => whose(device.userId));
  return [...waiting, ...tabs.flatMap((tab) => judgeTab(world, tab))];
}

function judgeTab(world: World, tab: Tab): string[] {
  const { store } = world;
  const { state, device } = tab;
  const found: string[] = [];
  const hasConnection = [...tab.connections].some((each) => each.isAlive);
  if (state.connectionStatus === "connected" && !hasConnection)
    found.push(`${tab.name} has not noticed that its connection is gone`);
  if ([...tab.connections].some((each) => each.isBehind))
    found.push(`${tab.name} still receives what was slow`);
  if (state.connectionStatus !== "connected")
    found.push(`${tab.name} is ${state.connectionStatus}`);
  if (!state.hasSubscriptions) found.push(`${tab.name} has no list yet`);
  const rows = toSubscriptionRows(store, device.userId);
  const fresh = new Map(rows.map((row) => [row.roomId, toSubscription(row, store.now())]));
  for (const roomId of new Set([...fresh.keys(), ...state.subscriptions.keys()])) {
    const difference = compare(state.subscriptions.get(roomId), fresh.get(roomId));
    if (difference !== undefined)
      found.push(`${tab.name} ${addressOf(state, roomId)}: ${difference}`);
  }
  const total = [...fresh.values()].reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  if (found.length === 0 && state.totalUnread !== total)
    found.push(`${tab.name}: ${state.totalUnread} unread in all instead of ${total}`);
  for (const [roomId, page] of state.pages) {
    const slug = addressOf(state, roomId);
    const room = store.bySlug(slug);
    const isOpen = room?.accessType === "PUBLIC" && room.status === "ACTIVE";
    if (!fresh.has(roomId) && !isOpen) continue;
    const head = room?.log.length ?? 0;
    if (page.status !== "ready" || page.headSeq !== head)
      found.push(`${tab.name} ${slug}: the page is ${page.status} at ${page.headSeq} of ${head}`);
  }
  const unsent = [...state.pending.values()].flat().filter(isSend);
  const waiting = unsent.filter((each) => each.failure === null);
  for (const { content, clientMessageId, acknowledgedSeq } of waiting) {
    const stored = device.outbox.get(clientMessageId);
    // Another tab had it refused; this one shows that when it looks at the outbox again.
    if (stored?.failure) continue;
    const how = `acknowledged: ${acknowledgedSeq}, stored: ${stored !== undefined}`;
    found.push(`${tab.name} "${content}" is still shown as on its way (${how})`);
  }
  if (state.localReads.size > 0) found.push(`${tab.name}: a read position is still on its way`);
  return found;
}

/** The names of the fields that differ. */
function compare(
  shown: Subscription | undefined,
  fresh: Subscription | undefined,
): string | undefined {
  if (!shown || !fresh)
    return shown === fresh ? undefined : shown ? "is still listed" : "is missing";
  const names = Object.keys(fresh) as (keyof Subscription)[];
  const different = names.filter(
    (name) => JSON.stringify(shown[name]) !== JSON.stringify(fresh[name]),
  );
  if (different.length === 0) return undefined;
  return different
    .map(
      (name) => `${name} ${JSON.stringify(shown[name])} instead of ${JSON.stringify(fresh[name])}`,
    )
    .join(", ");
}
