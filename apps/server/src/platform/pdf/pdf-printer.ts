import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import pLimit from "p-limit";
import { AppError } from "../app-error.ts";
import { childEnvironment } from "../child-environment.ts";
import type { Logger } from "../log/log.ts";

/*
 * PDF files of pages, by a Chromium that the operator has. It is given one page whose own policy forbids scripts and all that is elsewhere,
 * has a profile that goes with it, reaches no network, and is ended after its time with all that it started.
 */

export interface PdfPrinter {
  /** Is there a browser that prints? */
  readonly isAvailable: boolean;
  /**
   * A PDF of a page, which forbids scripts by its policy: a Chromium that runs none at all prints nothing. PDF_NOT_AVAILABLE without a
   * browser, RATE_LIMITED where too many wait already, PDF_FAILED where it makes none in its time.
   */
  print(html: string): Promise<Buffer>;
}

const NAMES = [
  "chromium",
  "chromium-browser",
  "chromium-headless-shell",
  "google-chrome",
  "google-chrome-stable",
];
/** The usual folders of programs. */
const FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin", "/snap/bin", "/opt/homebrew/bin"];
const PATIENCE_MS = 30_000;
/** More would wait longer than a connection on which nothing is heard. */
const WAITING_MAX = 5;
const RETRY_AFTER_MS = 5_000;

/** `PDF_BROWSER`: the path of a browser, `off` for none, or undefined for the first that is found. */
export function openPdfPrinter({
  pdfBrowser,
  log,
  patienceMs = PATIENCE_MS,
}: {
  readonly pdfBrowser: string | undefined;
  readonly log: Pick<Logger, "warn">;
  readonly patienceMs?: number;
}): PdfPrinter {
  const browser = findBrowser(pdfBrowser);
  if (!browser && pdfBrowser !== undefined && pdfBrowser !== "off")
    log.warn({ path: pdfBrowser }, "PDF_BROWSER names no program: no PDF files are made");
  // A browser takes much memory: one at a time.
  const turns = pLimit(1);
  return {
    isAvailable: browser !== undefined,
    async print(html) {
      if (!browser) throw new AppError("PDF_NOT_AVAILABLE");
      if (turns.pendingCount >= WAITING_MAX)
        throw new AppError("RATE_LIMITED", { retryAfterMs: RETRY_AFTER_MS });
      try {
        return await turns(() => printPage(browser, html, patienceMs));
      } catch (error) {
        log.warn({ err: error }, "A PDF was not made");
        throw new AppError("PDF_FAILED");
      }
    },
  };
}

function findBrowser(named: string | undefined): string | undefined {
  if (named === "off") return undefined;
  if (named !== undefined) return isAbsolute(named) && isProgram(named) ? named : undefined;
  return NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function printPage(browser: string, html: string, patienceMs: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-pdf-"));
  try {
    const [page, pdf] = [join(folder, "page.html"), join(folder, "page.pdf")];
    await writeFile(page, html);
    await run(browser, toArguments(folder, page, pdf), { folder, patienceMs });
    return await readFile(pdf);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function toArguments(folder: string, page: string, pdf: string): readonly string[] {
  return [
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    // No name is found, and no address is reached.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    // Chromium starts as root in no other way.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    `--user-data-dir=${join(folder, "profile")}`,
    "--no-pdf-header-footer",
    `--print-to-pdf=${pdf}`,
    pathToFileURL(page).href,
  ];
}

/** Runs to its end, or ends it with all that it started. */
function run(
  browser: string,
  options: readonly string[],
  { folder, patienceMs }: { readonly folder: string; readonly patienceMs: number },
): Promise<void> {
  const child = spawn(browser, options, {
    // The program may be a script that looks for others.
    ...childEnvironment({ PATH: FOLDERS.join(delimiter), HOME: folder, TMPDIR: folder }),
    cwd: folder,
    stdio: "ignore",
    // A group of its own, which is ended as a whole.
    detached: process.platform !== "win32",
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined && process.platform !== "win32")
        process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      end();
      reject(new Error(`The browser printed nothing within ${patienceMs} ms`));
    }, patienceMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      end();
      if (code === 0) resolve();
      else reject(new Error(`The browser ended with ${code ?? signal}`));
    });
  });
}
