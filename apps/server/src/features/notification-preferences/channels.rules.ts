import {
  channelDefaults,
  defaultPreferences,
  notificationChannels,
  notificationTypes,
  type ChannelPreference,
  type NotificationChannel,
  type NotificationType,
  type Preferences,
  type WorkspaceId,
} from "@colbin/protocol";

/** The choices of a person; the rest follows its default. */
export type ChannelChoices = Readonly<
  Partial<Record<NotificationType, Readonly<Partial<Record<NotificationChannel, boolean>>>>>
>;

/** A channel of the contract, or the desktop, which shares the choices of PUSH and has a switch of its own. */
export type AskedChannel = NotificationChannel | "DESKTOP";

/** The switch over a channel, as it was before there was a choice by type. */
const masters: Readonly<Partial<Record<AskedChannel, keyof Preferences>>> = {
  EMAIL: "emailNotifications",
  PUSH: "pushNotifications",
  DESKTOP: "desktop",
};

interface Chosen {
  readonly channels: ChannelChoices;
  readonly preferences: Partial<Preferences>;
  readonly mutedWorkspaces: readonly WorkspaceId[];
}

/**
 * Does a person want a type on a channel? The switch of the channel stands above what is chosen by type, and what concerns a workspace
 * that they muted stays in the app. Nothing of that holds for what nobody can switch off.
 */
export function isOn(
  { channels, preferences, mutedWorkspaces }: Chosen,
  type: NotificationType,
  channel: AskedChannel,
  workspaceId: WorkspaceId | null = null,
): boolean {
  // Each webhook is a choice of its own.
  if (channel === "WEBHOOK") return true;
  const own = channel === "DESKTOP" ? "PUSH" : channel;
  const byDefault = channelDefaults[type][own];
  if (byDefault === undefined) return false;
  if (byDefault === "always") return true;
  const master = masters[channel];
  if (master && (preferences[master] ?? defaultPreferences[master]) !== true) return false;
  const isMuted = workspaceId !== null && mutedWorkspaces.includes(workspaceId);
  if (isMuted && channel !== "IN_APP") return false;
  return channels[type]?.[own] ?? byDefault === "on";
}

/** Why a choice cannot be made: the type has no such channel, or nobody can switch it off; undefined where it can. */
export function refusalOf(
  {
    type,
    channel,
    isOn: wanted,
  }: { type: NotificationType; channel: NotificationChannel; isOn: boolean | null },
  isOffered: (channel: NotificationChannel) => boolean,
): "unknown" | "required" | undefined {
  const byDefault = channelDefaults[type][channel];
  if (byDefault === undefined || !isOffered(channel)) return "unknown";
  return byDefault === "always" && wanted === false ? "required" : undefined;
}

/** The table of a person: every channel that is offered for a type. */
export function listChannels(
  choices: ChannelChoices,
  isOffered: (channel: NotificationChannel) => boolean,
): readonly ChannelPreference[] {
  return notificationTypes.flatMap((type) =>
    notificationChannels.flatMap((channel) => {
      const byDefault = channelDefaults[type][channel];
      if (byDefault === undefined || !isOffered(channel)) return [];
      const isFixed = byDefault === "always";
      const chosen = isFixed ? undefined : choices[type]?.[channel];
      const isChosen = chosen !== undefined;
      return { type, channel, isOn: chosen ?? byDefault !== "off", isChosen, isFixed };
    }),
  );
}

/** The choices with some more; null takes one back. Of what is fixed nothing is kept. */
export function withChoices(
  choices: ChannelChoices,
  changes: readonly {
    type: NotificationType;
    channel: NotificationChannel;
    isOn: boolean | null;
  }[],
): ChannelChoices {
  const next: Record<string, Record<string, boolean>> = structuredClone(choices);
  for (const { type, channel, isOn: wanted } of changes) {
    if (channelDefaults[type][channel] === "always") continue;
    const ofType = (next[type] ??= {});
    if (wanted === null) delete ofType[channel];
    else ofType[channel] = wanted;
    if (Object.keys(ofType).length === 0) delete next[type];
  }
  return next;
}
