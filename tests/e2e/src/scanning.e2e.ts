import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createClamdProcess,
  malware,
  type ClamdProcess,
} from "../../../apps/server/test/clamd-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { png, sendFile } from "./files.ts";
import { expectSoon, log, newRoomSlug } from "./people.ts";
import { startServer, type Server } from "./server.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();
let clamd: ClamdProcess;
let server: Server;

beforeAll(async () => {
  clamd = await createClamdProcess();
  server = await startServer({ FILE_SCAN: "required", FILE_SCAN_CLAMD: clamd.address });
});
afterAll(async () => {
  await server?.stop();
  await clamd?.close();
});

test("files are being checked until the verdict, which takes malware away on every screen", async () => {
  const slug = newRoomSlug("scan");
  const [alice, bob] = [
    await newSession("Alice", [slug], server.url),
    await newSession("Bob", [slug], server.url),
  ];
  const pages = [
    await stories.enter(alice, `/chat/${slug}`),
    await stories.enter(bob, `/chat/${slug}`),
  ];
  await sendFile(alice, slug, { name: "invoice.doc", bytes: malware });
  await sendFile(alice, slug, { name: "dot.png", bytes: png });
  for (const page of pages) {
    await expectSoon(() => log(page).getByText("Being checked for malware").count()).toBe(2);
    expect(await log(page).getByRole("link", { name: "Download" }).count()).toBe(0);
  }
  await clamd.start();
  for (const page of pages) {
    await expectVisible(log(page).getByText("Removed: malware was found"));
    await expectVisible(log(page).getByRole("button", { name: "Open image: dot.png" }));
    expect(await log(page).getByRole("link", { name: "Download invoice.doc" }).count()).toBe(0);
  }
  const [page] = pages;
  await page?.setViewportSize(phone.viewport);
  if (page) await expectAccessible(page, "malware that was taken away");
});
