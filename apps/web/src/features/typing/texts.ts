import type { Text } from "#web/lib/language/i18n.ts";

export const typingTexts = {
  one: { id: "typing.one", message: "{name} is typing" },
  two: { id: "typing.two", message: "{name} and {other} are typing" },
  more: {
    id: "composer.typing",
    message:
      "{n, plural, one {{name} and # other are typing} other {{name} and # others are typing}}",
  },
} as const satisfies Record<string, Text>;
