import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildMark } from "./build-mark.ts";
import { chunks } from "./chunks.ts";
import { emojiTable } from "./emoji-table.ts";
import { textIds } from "./text-ids.ts";

const serverPort = process.env.PORT ?? "4000";
/** What a visit opens with, in most cases. */
const firstScreen = /\/(?:AppRouter|ChatPage|SignInPage|markdown)-/;
const server = `http://127.0.0.1:${serverPort}`;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react({ compiler: true }), tailwindcss(), emojiTable(), textIds(), buildMark()],
  // A worker loads what it needs for a question when it is first asked one.
  worker: { format: "es" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    target: "baseline-widely-available",
    // All styles come first, so that no part waits for its own.
    cssCodeSplit: false,
    // These know light-dark(), which the tokens stand on; an older target would rewrite every colour twice.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Every file on its own: cached by its hash, and never part of a page.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The chat would carry the names of all files that its parts need, 5 KB: those of the first screens alone are asked for at once.
      resolveDependencies: (file, needed) => (firstScreen.test(file) ? needed : []),
    },
    rolldownOptions: {
      // As the bundler calls React's in libraries: the router has a component that nobody draws, and all of its data routers with it.
      treeshake: { manualPureFunctions: ["import_react.memo"] },
      // Values of other modules as well, and branches that they decide.
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      // Modules that files of chunks.ts ask for would come into a part that asks for those files.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      output: { codeSplitting: { groups: chunks() } },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? "5173"),
    strictPort: true,
    proxy: {
      "/v1": { target: server, ws: true },
      "/healthz": { target: server },
      "/readyz": { target: server },
      "/dev/outbox": { target: server },
    },
  },
});
