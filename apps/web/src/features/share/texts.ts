import type { Text } from "#web/lib/language/i18n.ts";

export const shareTexts = {
  share: { id: "share.room", message: "Share {room}" },
  invitation: { id: "share.invitation", message: "Join {room} on {product}" },
  link: { id: "share.link", message: "Link to the room" },
  with: { id: "share.with", message: "Share with" },
  qr: { id: "share.qr", message: "QR code of the link" },
  saveQr: { id: "share.saveQr", message: "Save QR code" },
  opensPublic: { id: "share.opensPublic", message: "Members of this workspace join at once." },
  opensProtected: {
    id: "share.opensProtected",
    message: "Members of this workspace ask first; its owners and admins decide.",
  },
  opensPrivate: {
    id: "share.opensPrivate",
    message: "Only people who are in the room, or invited to it, can open it.",
  },
  opensNothing: { id: "share.opensNothing", message: "For anybody else the link opens nothing." },
  copied: { id: "share.copied", message: "Link copied" },
  copyFailed: { id: "share.copyFailed", message: "The link could not be copied" },
  device: { id: "share.device", message: "Share with an app" },
  twitter: { id: "share.twitter", message: "Twitter" },
  facebook: { id: "share.facebook", message: "Facebook" },
  whatsapp: { id: "share.whatsapp", message: "WhatsApp" },
  telegram: { id: "share.telegram", message: "Telegram" },
  email: { id: "share.email", message: "Email" },
} as const satisfies Record<string, Text>;
