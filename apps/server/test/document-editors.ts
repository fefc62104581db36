import { HocuspocusProvider } from "@hocuspocus/provider";
import { SCHEMA_VERSION } from "@colbin/documents";
import {
  API_BASE_PATH,
  DOCUMENT_FIELD,
  DOCUMENTS_LIVE_PATH,
  EDITOR_SCHEMA_PARAMETER,
  toLiveName,
  type Document,
  type ParticipantAccessLevel,
} from "@colbin/protocol";
import { onTestFinished } from "vitest";
import { Doc, XmlElement, XmlText } from "yjs";
import { toText } from "#server/features/documents/states.view.ts";
import type { TestApp } from "./harness.ts";
import type { Client, Person } from "./world.ts";

/** Somebody with a document open, as the editor of the web app has it. */
export interface DocumentEditor {
  readonly provider: HocuspocusProvider;
  /** Adds a paragraph. */
  write(text: string): void;
  /** The paragraphs, in their order. */
  lines(): string[];
  close(): void;
}

interface EditorBuild {
  /** The text that a device has kept. */
  readonly doc: Doc;
  /** The number of the schema that the build of the editor knows. */
  readonly schema: number;
}

/** Opens a document on the channel of documents. */
export function openEditor(
  { url }: Pick<TestApp, "url">,
  person: Client,
  id: string,
  { doc = new Doc(), schema = SCHEMA_VERSION }: Partial<EditorBuild> = {},
): DocumentEditor {
  const provider = new HocuspocusProvider({
    url: `${url.replace("http", "ws")}${API_BASE_PATH}${DOCUMENTS_LIVE_PATH}?${EDITOR_SCHEMA_PARAMETER}=${schema}`,
    name: toLiveName(id),
    document: doc,
    token: async () => (await person.call("createWsTicket", {})).ticket,
  });
  const content = doc.getXmlFragment(DOCUMENT_FIELD);
  return {
    provider,
    write(text) {
      const paragraph = new XmlElement("paragraph");
      paragraph.insert(0, [new XmlText(text)]);
      content.push([paragraph]);
    },
    lines: () =>
      toText(doc)
        .split("\n")
        .filter((line) => line !== ""),
    close: () => provider.destroy(),
  };
}

/** The same until the test is over. */
export function openForTest(...how: Parameters<typeof openEditor>): DocumentEditor {
  const editor = openEditor(...how);
  onTestFinished(() => editor.close());
  return editor;
}

/** Gives a person a level on a document, or takes it away with null. */
export async function shareDocument(
  by: Person,
  { id }: Pick<Document, "id">,
  person: Person,
  level: ParticipantAccessLevel | null,
): Promise<void> {
  const entries = [{ principal: "user" as const, id: person.user.id, level }];
  await by.call("setDocumentAccess", { params: { id }, body: { entries } });
}

/** The words of a document as they are in the database; undefined where nothing was stored. */
export async function readStoredText(
  { database }: Pick<TestApp, "database">,
  { id }: Pick<Document, "id">,
): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ text: string }>(
    "select text from document_states where document_id = $1",
    [id],
  );
  return rows[0]?.text;
}
