import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A web site beside the server, which may fetch from it, for links and images in messages. `/page?title=…` is a page of that title with
 * a description and a picture; with `held=…` it answers once `/let?held=…` was asked for. `/picture.png` is one.
 */
export interface Site {
  /** As OUTGOING_ALLOWED_HOSTS names it. */
  readonly host: string;
  readonly stop: () => Promise<void>;
}

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Opens it on a free port of this machine. */
export async function startSite(): Promise<Site> {
  const held = new Map<string, () => void>();
  const isLet = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://site");
    const key = searchParams.get("held") ?? "";
    if (pathname === "/picture.png") response.setHeader("content-type", "image/png").end(picture);
    else if (pathname === "/let") {
      isLet.add(key);
      held.get(key)?.();
      response.end();
    } else {
      const answer = (): void => {
        response
          .setHeader("content-type", "text/html")
          .end(toPage(searchParams.get("title") ?? ""));
      };
      if (key === "" || isLet.has(key)) answer();
      else held.set(key, answer);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function toPage(title: string): string {
  return `<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>
    <meta property="og:site_name" content="Tile notes">
    <meta property="og:description" content="Why misses above zoom 12 cost us most, what changes, and how we go back if it does not work out.">
    <meta property="og:image" content="/picture.png">`;
}
