import type { Plugin } from "vite";

const textsFile = /\/apps\/web\/src\/.*texts\.ts$/;
const textId = /\bid: "[\w.-]+",\s*(?=message:)/g;

/** Leaves the ids of texts out of the page, 1.3 KB of the chat: they are for catalogues of translations, and nothing reads them there. */
export function textIds(): Plugin {
  return {
    name: "text-ids",
    enforce: "pre",
    transform(code, file) {
      return textsFile.test(file) ? { code: code.replaceAll(textId, ""), map: null } : null;
    },
  };
}
