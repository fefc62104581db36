import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/**
 * The first page names the build, by a hash of itself and so of all files, whose names carry theirs: the server tells the name to
 * tabs that are open, which compare it with their own.
 */
export function buildMark(): Plugin {
  return {
    name: "build-mark",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const content = createHash("sha256").update(html).digest("base64url").slice(0, 22);
        return [{ tag: "meta", attrs: { name: "build", content }, injectTo: "head" }];
      },
    },
  };
}
