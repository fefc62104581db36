import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../../tools/setup/chromium.mjs";
import { ensureWebBuild } from "../../../tools/setup/web-build.mjs";
import { startServer, type Server } from "./server.ts";
import { startSite, type Site } from "./site.ts";

/* One server for all stories, with the web app built from the sources as they are. */

declare module "vitest" {
  export interface ProvidedContext {
    serverUrl: string;
    dataDir: string;
    /** Of a web site to which messages may link (site.ts). */
    siteHost: string;
    chromiumPath: string;
  }
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
let server: Server | undefined;
let site: Site | undefined;

/** Starts what all stories share. */
export async function setup(project: TestProject): Promise<void> {
  await ensureWebBuild(root, process.execPath, process.env);
  site = await startSite();
  server = await startServer({ OUTGOING_ALLOWED_HOSTS: site.host, EMAIL_DELAY_S: "0" });
  project.provide("serverUrl", server.url);
  project.provide("siteHost", site.host);
  project.provide("dataDir", server.dataDir);
  project.provide("chromiumPath", ensureChromium());
}

/** Nothing of it stays behind. */
export async function teardown(): Promise<void> {
  await server?.stop();
  await site?.stop();
}
