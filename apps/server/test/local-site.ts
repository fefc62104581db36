import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a path of a site answers: a page, or the bytes of some kind. */
interface SitePage {
  readonly type?: string;
  readonly status?: number;
  readonly location?: string;
  readonly body?: string | Buffer;
  /** It answers no sooner. */
  readonly after?: Promise<void>;
}

/** A web site on this machine, beside the server under test. */
export interface LocalSite extends AsyncDisposable {
  /** As OUTGOING_ALLOWED_HOSTS names it. */
  readonly host: string;
  readonly pages: Map<string, SitePage>;
  /** Every request, in its order. */
  readonly heard: IncomingMessage[];
  readonly paths: () => string[];
  url(path: string): string;
  close(): Promise<void>;
}

/** Opens it on a free port; it knows no page yet. */
export async function openLocalSite(): Promise<LocalSite> {
  const pages = new Map<string, SitePage>();
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    const page = pages.get(request.url ?? "") ?? { status: 404, body: "" };
    const { type = "text/html; charset=utf-8", status = 200, location, body = "" } = page;
    const head = { "content-type": type, ...(location && { location }) };
    void (page.after ?? Promise.resolve()).then(() => response.writeHead(status, head).end(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return {
    host,
    pages,
    heard,
    paths: () => heard.map(({ url }) => url ?? ""),
    url: (path) => `http://${host}${path}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The beginning of a PNG of this size, which is all that is looked at. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
