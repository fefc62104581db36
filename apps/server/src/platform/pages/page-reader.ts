import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { DocumentContent, PagePlace, UnknownPart } from "@colbin/documents";
import pLimit from "p-limit";
import { AppError } from "../app-error.ts";

/*
 * Markdown and HTML are read in a thread of their own: a text of some kilobytes can take a parser minutes, or all of its stack, and then
 * the thread ends and not the server.
 */

/** `text`: markdown whose first heading is no title; `contents`: a page of links in HTML. */
type PageKind = "markdown" | "text" | "html" | "contents";

/** A page as documents take it. */
export interface ReadPage {
  readonly title: string | undefined;
  readonly content: DocumentContent;
  readonly unknown: readonly UnknownPart[];
}

/** A link of a page of contents, and how deep its list is. */
interface ContentsLink {
  readonly href: string;
  readonly depth: number;
}

export interface PageOrder {
  readonly kind: PageKind;
  readonly text: string;
  /** The place of the page among others that its links may lead to. */
  readonly place?: PagePlace | undefined;
}

export interface PageAnswer {
  readonly page?: ReadPage;
  readonly links?: readonly ContentsLink[];
}

const PATIENCE_MS = 10_000;
/** Until the thread has loaded its program. */
const START_MS = 60_000;
const REST_MS = 60_000;
const MEMORY_MAX_MB = 512;

/** How many texts may wait before nobody else is let in. */
const WAITING_MAX = 20;
const RETRY_AFTER_MS = 5_000;

const PROGRAM = new URL("page-worker.ts", import.meta.url);

export class PageReader {
  readonly #turns = pLimit(1);
  readonly #patienceMs: number;
  #worker: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;

  constructor({ patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {}) {
    this.#patienceMs = patienceMs;
  }

  /** RATE_LIMITED where too many texts wait; whoever is let in may have theirs read. */
  requireTurn(): void {
    if (this.#turns.pendingCount >= WAITING_MAX)
      throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
  }

  /** The title and the content of a text; undefined where it cannot be read, or not in its time. Never rejects. */
  async read(
    kind: Exclude<PageKind, "contents">,
    text: string,
    place?: PagePlace,
  ): Promise<ReadPage | undefined> {
    return (await this.#turns(() => this.#order({ kind, text, place }))).page;
  }

  /** The links of a page of contents in HTML; none where it cannot be read. Never rejects. */
  async readContents(text: string): Promise<readonly ContentsLink[]> {
    return (await this.#turns(() => this.#order({ kind: "contents", text }))).links ?? [];
  }

  close(): void {
    this.#turns.clearQueue();
    this.#end();
  }

  async #order(order: PageOrder): Promise<PageAnswer> {
    clearTimeout(this.#rest);
    try {
      const worker = (this.#worker ??= await startWorker());
      const answered = once(worker, "message", { signal: AbortSignal.timeout(this.#patienceMs) });
      worker.postMessage(order, []);
      const [answer] = (await answered) as [PageAnswer];
      this.#rest = setTimeout(() => this.#end(), REST_MS).unref();
      return answer;
    } catch {
      // It took too long, or the thread has ended with it.
      this.#end();
      return {};
    }
  }

  #end(): void {
    clearTimeout(this.#rest);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** The thread once it has loaded all that it needs. */
async function startWorker(): Promise<Worker> {
  const worker = new Worker(PROGRAM, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
  worker.unref();
  worker.on("error", () => undefined);
  await once(worker, "message", { signal: AbortSignal.timeout(START_MS) });
  return worker;
}
