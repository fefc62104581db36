import { fileURLToPath } from "node:url";
import { chromium, type BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../../tools/setup/chromium.mjs";
import { ensureWebBuild } from "../../../tools/setup/web-build.mjs";
import { startServer, type Server } from "./server.ts";

/* One server for all stories, with the web app built from the sources as they are, and one browser to look at it. */

declare module "vitest" {
  export interface ProvidedContext {
    serverUrl: string;
    dataDir: string;
    browserUrl: string;
  }
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
let server: Server | undefined;
let browser: BrowserServer | undefined;

/** Starts what all stories share. */
export async function setup(project: TestProject): Promise<void> {
  await ensureWebBuild(root, process.execPath, process.env);
  server = await startServer();
  project.provide("serverUrl", server.url);
  project.provide("dataDir", server.dataDir);
  // Root has no sandbox to give; the pages are our own.
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  browser = await chromium.launchServer({ executablePath: ensureChromium(), args });
  project.provide("browserUrl", browser.wsEndpoint());
}

/** Nothing of it stays behind. */
export async function teardown(): Promise<void> {
  await browser?.close();
  await server?.stop();
}
