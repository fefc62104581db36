import type { Text } from "#web/lib/i18n.ts";

export const shareTexts = {
  share: { id: "share.room", message: "Share {room}" },
  open: { id: "share.open", message: "Share the room" },
  openWords: { id: "share.openWords", message: "invite link copy" },
  invitation: { id: "share.invitation", message: "Join {room} on {product}" },
  copy: { id: "share.copy", message: "Copy link" },
  copied: { id: "share.copied", message: "Link copied" },
  copyFailed: { id: "share.copyFailed", message: "The link could not be copied" },
  device: { id: "share.device", message: "Share with an app" },
  twitter: { id: "share.twitter", message: "Twitter" },
  facebook: { id: "share.facebook", message: "Facebook" },
  whatsapp: { id: "share.whatsapp", message: "WhatsApp" },
  telegram: { id: "share.telegram", message: "Telegram" },
  email: { id: "share.email", message: "Email" },
} as const satisfies Record<string, Text>;
