import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient, programRuntime, type ChatClient } from "@colbin/client";
import {
  API_BASE_PATH,
  DOCUMENT_FIELD,
  DOCUMENTS_LIVE_PATH,
  toLiveName,
  type DocumentNote,
} from "@colbin/protocol";
import { HocuspocusProvider } from "@hocuspocus/provider";
import { Client } from "pg";
import { decodeStateVector, Doc, encodeStateVector, XmlElement, XmlText } from "yjs";
import { signIn } from "../people.ts";
import { insist } from "./insist.ts";
import { createRandom, type Random } from "./random.ts";
import { openSystem, type System } from "./system.ts";

/*
 * `npm run chaos-documents -- --seed S [--editors 50] [--seconds 120] [--faults 12] [--nodes 1]`: people type in one document, each word at
 * a place of its own, while servers and the database are killed and connections are cut. At the end all copies are equal, every word that
 * the server told to be stored is in the database, and no word that was typed is missing. The same seed draws the same faults.
 */

const { values } = parseArgs({
  options: {
    editors: { type: "string", default: "50" },
    seconds: { type: "string", default: "120" },
    faults: { type: "string", default: "12" },
    nodes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

const SLUG = "desk";
const KEYS_MS = 600;
const REOPEN_MS = 2_000;
/** Providers wait up to half a minute between two tries. */
const PATIENCE_MS = 120_000;

interface Editor {
  readonly doc: Doc;
  readonly provider: HocuspocusProvider;
  /** Words of this editor with the clock that its copy had behind each. */
  readonly typed: { readonly word: string; readonly clock: number }[];
  /** Clock of this editor up to which the server has told that all is stored. */
  stored: number;
}

function openEditor(baseUrl: string, client: ChatClient, id: string): Editor {
  const doc = new Doc();
  const provider = new HocuspocusProvider({
    url: `${baseUrl.replace("http", "ws")}${API_BASE_PATH}${DOCUMENTS_LIVE_PATH}`,
    name: toLiveName(id),
    document: doc,
    token: async () => (await client.call("createWsTicket", {})).ticket,
  });
  const editor: Editor = { doc, provider, typed: [], stored: 0 };
  const socket = provider.configuration.websocketProvider;
  // The socket opens anew by itself, with another ticket, as in the web app.
  const reopen = () => socket.webSocket?.close();
  provider.on("authenticationFailed", () => setTimeout(reopen, REOPEN_MS));
  provider.on("close", reopen);
  provider.on("stateless", ({ payload }: { readonly payload: string }) => {
    const note = JSON.parse(payload) as DocumentNote;
    if (note.kind !== "stored") return;
    const clock = decodeStateVector(Buffer.from(note.vector, "base64")).get(doc.clientID) ?? 0;
    editor.stored = Math.max(editor.stored, clock);
  });
  return editor;
}

/** One word more, in a paragraph that is there or in a new one. */
function type({ doc, typed }: Editor, word: string, random: Random): void {
  const content = doc.getXmlFragment(DOCUMENT_FIELD);
  doc.transact(() => {
    const place = random.whole(0, content.length);
    const isNew = place === content.length || random.isHit(0.3);
    const paragraph = isNew ? undefined : content.get(place);
    const text = paragraph instanceof XmlElement ? paragraph.get(0) : undefined;
    if (text instanceof XmlText) {
      // Between two words.
      const from = text.toJSON().indexOf(" ", random.whole(0, text.length));
      text.insert(from + 1, `${word} `);
    } else {
      const added = new XmlElement("paragraph");
      added.insert(0, [new XmlText(`${word} `)]);
      content.insert(place, [added]);
    }
  });
  typed.push({ word, clock: clockOf(doc) });
}

/** Of what was typed in this copy. */
function clockOf(doc: Doc): number {
  return decodeStateVector(encodeStateVector(doc)).get(doc.clientID) ?? 0;
}

async function fail(system: System, random: Random): Promise<string> {
  const kind = random.pick(["server", "database", "both", "cut", "half-open"]);
  const node = system.nodes[random.whole(0, system.nodes.length - 1)];
  if (kind === "server" || kind === "both") void node?.kill();
  if (kind === "database" || kind === "both") await system.killDatabase();
  if (kind === "cut") system.proxyOf("clients", 0)?.inject({ kind: "reset" }, 0.5)();
  if (kind === "half-open") {
    const heal = system.proxyOf("clients", 0)?.inject({ kind: "half-open" }, 0.3);
    await sleep(random.whole(1_000, 4_000));
    heal?.();
  }
  return kind;
}

const textOf = (doc: Doc): string => doc.getXmlFragment(DOCUMENT_FIELD).toJSON();

function findWrong(editors: readonly Editor[], stored: string): string[] {
  const wrong: string[] = [];
  const copy = textOf(editors[0]?.doc ?? new Doc());
  for (const [at, editor] of editors.entries()) {
    if (textOf(editor.doc) !== copy) wrong.push(`the copy of editor ${at} differs`);
    for (const { word, clock } of editor.typed) {
      if (!copy.includes(word)) wrong.push(`missing in the copies: ${word}`);
      if (clock <= editor.stored && !stored.includes(word)) wrong.push(`lost: ${word}`);
    }
  }
  return wrong;
}

/** Text of the document in the database. */
async function readStored({ superuser }: System, id: string): Promise<string> {
  const database = new Client({ ...superuser });
  await database.connect();
  try {
    const { rows } = await database.query<{ text: string }>(
      "select text from document_states where document_id = $1",
      [id],
    );
    return rows[0]?.text ?? "";
  } finally {
    await database.end();
  }
}

/** Looks until nothing is wrong, or patience is over. */
async function check(system: System, id: string, editors: readonly Editor[]): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const wrong = findWrong(editors, await readStored(system, id));
    const open = editors.filter(({ doc, stored }) => stored < clockOf(doc)).length;
    if (wrong.length === 0 && open === 0) return [];
    if (Date.now() > until)
      return open === 0 ? wrong : [...wrong, `${open} editors wait for what they typed`];
    await sleep(2_000);
  }
}

async function openDesk(system: System, count: number): Promise<[string, Editor[]]> {
  const editors: Editor[] = [];
  let id = "";
  for (let number = 0; number < count; number += 1) {
    const client = createClient({ baseUrl: system.baseUrl, runtime: programRuntime() });
    await insist(() => signIn(client, `writer-${number}`));
    client.connection.connect();
    await insist(() => client.rooms.join(SLUG));
    if (number === 0)
      ({ id } = await insist(() =>
        client.call("createRoomDocument", { params: { slug: SLUG }, body: { title: "Minutes" } }),
      ));
    editors.push(openEditor(system.baseUrl, client, id));
  }
  return [id, editors];
}

async function main(): Promise<number> {
  const { editors: count, seconds, faults, nodes, seed } = values;
  console.log(
    `A document with seed ${seed}: ${count} editors, ${seconds} s, ${faults} faults, ${nodes} processes`,
  );
  const folder = await mkdtemp(join(tmpdir(), "colbin-chaos-documents-"));
  await chmod(folder, 0o711);
  const random = createRandom(Number(seed));
  const system = await openSystem({
    folder,
    nodes: Number(nodes),
    random: random.fork("system"),
  });
  const [id, editors] = await openDesk(system, Number(count));
  const isOver = new AbortController();
  let words = 0;
  const typing = editors.map(async (editor, at) => {
    const own = random.fork(`editor ${at}`);
    while (!isOver.signal.aborted) {
      type(editor, `w${(words += 1)}x`, own);
      await sleep(own.whole(KEYS_MS / 2, KEYS_MS * 1.5));
    }
  });
  const faultRandom = random.fork("faults");
  const pauseMs = (Number(seconds) * 1_000) / (Number(faults) + 1);
  for (let n = 0; n < Number(faults); n += 1) {
    await sleep(pauseMs);
    console.log(`  ${(performance.now() / 1000).toFixed(0)} s ${await fail(system, faultRandom)}`);
  }
  await sleep(pauseMs);
  isOver.abort();
  await Promise.all(typing);
  const told = editors.flatMap(({ typed, stored }) => typed.filter(({ clock }) => clock <= stored));
  const wrong = await check(system, id, editors);
  console.log(`${words} words typed, ${told.length} of them told to be stored at the last key`);
  for (const text of wrong.slice(0, 30)) console.log(`  VIOLATION ${text}`);
  console.log(`${wrong.length} lost, missing or different (seed ${seed})`);
  for (const { provider } of editors) provider.destroy();
  for (const node of system.nodes) await node.stop();
  await system.close();
  await rm(folder, { recursive: true, force: true });
  return wrong.length === 0 ? 0 : 1;
}

// Left-over timers of clients must not keep the process.
process.exit(await main());
