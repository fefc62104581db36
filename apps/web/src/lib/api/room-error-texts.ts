import type { Text } from "#web/lib/language/i18n.ts";

/** The part of `errorTexts` that is about making rooms, and about their addresses and domains. */
export const roomErrorTexts = {
  DOMAIN_ADMINS_ONLY: {
    id: "errors.DOMAIN_ADMINS_ONLY",
    message: "Forbidden - Only admins can update domain",
  },
  DOMAIN_BATCH_ADMINS_ONLY: {
    id: "errors.DOMAIN_BATCH_ADMINS_ONLY",
    message: "Forbidden - Only admins can batch validate",
  },
  DOMAIN_INVALID_FOR_ROOM: {
    id: "errors.DOMAIN_INVALID_FOR_ROOM",
    message: "Bad Request - Invalid domain or room type",
  },
  DOMAIN_MISMATCH: { id: "errors.DOMAIN_MISMATCH", message: "Forbidden - Domain does not match" },
  ROOM_HAS_NO_DOMAIN: {
    id: "errors.ROOM_HAS_NO_DOMAIN",
    message: "Bad Request - Room has no organization domain",
  },
  ROOM_LIMIT_REACHED: {
    id: "errors.ROOM_LIMIT_REACHED",
    message: "You have created many rooms today. Please try again tomorrow.",
  },
  ROOM_MOVE_LIMIT_REACHED: {
    id: "errors.ROOM_MOVE_LIMIT_REACHED",
    message: "Addresses of rooms were changed often today. Please try again tomorrow.",
  },
} as const satisfies Record<string, Text>;
