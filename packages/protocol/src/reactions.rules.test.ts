import { describe, expect, it } from "vitest";
import { toEmoji } from "./reactions.rules.ts";

const PICTURE = "\u{FE0F}";

describe("an emoji", () => {
  it.each("❤️ 1️⃣ ☝🏽 👍 👍🏽 ❤️‍🔥 🏳️‍🌈 👁️‍🗨️ 🏃🏽‍♀️‍➡️ 👨‍👩‍👧‍👦 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ㊗️".split(" "))(
    "%s has one form, whichever signs a keyboard leaves away or adds",
    (emoji) => {
      const bare = emoji.replaceAll(PICTURE, "");
      for (const typed of [emoji, bare, `${bare}${PICTURE}`]) expect(toEmoji(typed)).toBe(emoji);
    },
  );

  it.each(["", "ok", "1", "#", "👍👍", "👍 ", PICTURE, "😀\u{200D}", ":party:"])(
    "is not what %j says",
    (text) => expect(toEmoji(text)).toBeUndefined(),
  );
});
