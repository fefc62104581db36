import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { createOutgoing, type OutgoingOptions } from "./outgoing.ts";

/*
 * Vectors of addresses, redirects and names that change their mind, against a real server on this machine and a resolver of the test.
 * What is refused never connects: the server, which answers on every address of the machine, hears nothing.
 */

const MIB = 1024 * 1024;
let heard: IncomingMessage[] = [];
const server = createServer(serve);
let port = 0;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  heard = [];
});

const replies: Record<string, (response: ServerResponse) => void> = {
  "/page": (response) => response.setHeader("content-type", "text/html").end("<p>a page</p>"),
  "/cookie": (response) => redirect(response.setHeader("set-cookie", "a=b"), "/page"),
  "/loop": (response) => redirect(response, "/loop"),
  "/large": (response) => response.end(Buffer.alloc(MIB + 1)),
  "/full": (response) => response.end(Buffer.alloc(MIB)),
  "/gzip": (response) => encoded(response, "gzip", gzipSync("plain")),
  "/br": (response) => encoded(response, "br", brotliCompressSync("plain")),
  "/deflate": (response) => encoded(response, "deflate", deflateSync("plain")),
  "/bomb": (response) => encoded(response, "gzip", gzipSync(Buffer.alloc(200 * MIB))),
  "/broken": (response) => encoded(response, "gzip", Buffer.from("no gzip")),
  "/twice": (response) => encoded(response, "gzip, gzip", gzipSync(gzipSync("plain"))),
  "/cut-off": (response) => {
    response.setHeader("content-length", 100).write("half");
    setImmediate(() => response.destroy());
  },
  "/silent": () => undefined,
  "/slow": (response) => {
    const drip = setInterval(() => response.write("."), 5);
    response.on("close", () => clearInterval(drip));
  },
  "/no-http": (response) => response.socket?.end("SSH-2.0-x\r\n\r\n"),
};

function serve(request: IncomingMessage, response: ServerResponse): void {
  heard.push(request);
  const { pathname, searchParams } = new URL(request.url ?? "", "http://none");
  const hops = /^\/hops\/(\d)$/.exec(pathname)?.[1];
  if (hops !== undefined)
    redirect(response, hops === "0" ? "/page" : `/hops/${String(Number(hops) - 1)}`);
  else if (pathname === "/to")
    redirect(response, searchParams.get("url") ?? "", Number(searchParams.get("status")));
  else (replies[pathname] ?? ((answer) => answer.writeHead(404).end("none")))(response);
}

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location: Buffer.from(location).toString("latin1") }).end();
}

function encoded(response: ServerResponse, encoding: string, body: Buffer): void {
  response.setHeader("content-encoding", encoding).end(body);
}

/** Where names of the tests lead; each answer in its turn, the last one for ever. */
function resolverOf(names: Record<string, readonly (readonly string[])[]>) {
  const asked: string[] = [];
  return {
    asked,
    resolve: (name: string) => {
      const count = asked.filter((each) => each === name).length;
      asked.push(name);
      const found = names[name]?.at(Math.min(count, (names[name]?.length ?? 0) - 1));
      return found ? Promise.resolve(found) : Promise.reject(notFound(name));
    },
  };
}

function notFound(name: string): Error {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" });
}

const site = resolverOf({ "site.test": [["127.0.0.1"]] });

const settings = {
  outgoingPerAddressMinute: 10_000,
  publicUrl: "https://own.test",
  clock: { steadyMs: () => 0 },
};

function get(address: string, options: Partial<OutgoingOptions> = {}, deps = {}) {
  const outgoing = createOutgoing({
    ...settings,
    outgoingAllowedHosts: [`site.test:${port}`],
    resolve: site.resolve,
    ...deps,
  });
  return outgoing.get(address, { accept: "*/*", ...options });
}

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: Error & { readonly code?: string }) => error.code ?? error.constructor.name,
  );
}

/* Addresses */

const inner = [
  "127.0.0.1",
  "10.1.2.3",
  "172.16.5.6",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.251",
] as const;

function hexOf(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function invertedOf(v4: string): string {
  return hexOf(
    v4
      .split(".")
      .map((part) => 255 - Number(part))
      .join("."),
  );
}

const forms: Record<string, (v4: string) => string> = {
  plain: (v4) => v4,
  mapped: (v4) => `::ffff:${v4}`,
  "mapped in hex": (v4) => `::ffff:${hexOf(v4)}`,
  "mapped, written out": (v4) => `0:0:0:0:0:ffff:${hexOf(v4)}`,
  compatible: (v4) => `::${hexOf(v4)}`,
  translated: (v4) => `::ffff:0:${hexOf(v4)}`,
  NAT64: (v4) => `64:ff9b::${hexOf(v4)}`,
  "local NAT64": (v4) => `64:ff9b:1::${hexOf(v4)}`,
  "6to4": (v4) => `2002:${hexOf(v4)}::1`,
  Teredo: (v4) => `2001:0:4136:e378:8000:63bf:${invertedOf(v4)}`,
  ISATAP: (v4) => `fe80::5efe:${hexOf(v4)}`,
  "ISATAP of a public net": (v4) => `2a00:1450:4001:82a:0:5efe:${hexOf(v4)}`,
  "global ISATAP": (v4) => `2a00:1450:4001:82a:200:5efe:${hexOf(v4)}`,
};

const embedded = Object.entries(forms).flatMap(([form, toForm]) =>
  inner.map((v4) => [`${form}: ${v4}`, toForm(v4)] as const),
);

/** Its first and its last address are closed, those beside it open, but where a neighbour is closed as well. */
const ranges: readonly (readonly [range: string, openBefore: boolean, openAfter: boolean])[] = [
  ["0.0.0.0/8", false, true],
  ["10.0.0.0/8", true, true],
  ["100.64.0.0/10", true, true],
  ["127.0.0.0/8", true, true],
  ["169.254.0.0/16", true, true],
  ["172.16.0.0/12", true, true],
  ["192.0.0.0/24", true, true],
  ["192.0.2.0/24", true, true],
  ["192.88.99.0/24", true, true],
  ["192.168.0.0/16", true, true],
  ["198.18.0.0/15", true, true],
  ["198.51.100.0/24", true, true],
  ["203.0.113.0/24", true, true],
  ["224.0.0.0/4", true, false],
  ["240.0.0.0/4", false, false],
];

function toNumber(v4: string): number {
  return v4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function toV4(number: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join(".");
}

const edges = ranges.flatMap(([range, openBefore, openAfter]) => {
  const [base = "", bits = ""] = range.split("/");
  const first = toNumber(base);
  const last = first + 2 ** (32 - Number(bits)) - 1;
  return [
    [toV4(first), false],
    [toV4(last), false],
    ...(openBefore ? [[toV4(first - 1), true] as const] : []),
    ...(openAfter ? [[toV4(last + 1), true] as const] : []),
  ] as [string, boolean][];
});

const others: readonly (readonly [address: string, isPublic: boolean])[] = [
  ["8.8.8.8", true],
  ["93.184.215.14", true],
  ["2606:4700:4700::1111", true],
  ["2a00:1450:4001:82a::200e", true],
  ["2001:4860:4860::8888", true],
  ...[
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "fe80::1",
    "fe80::1%eth0",
    "2a00::1%lo",
    "febf::1",
    "fec0::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "ff02::1",
    "ff05::2",
    "100::1",
    "2001:2::1",
    "2001:3::1",
    "2001:4:112::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "2620:4f:8000::1",
    "4000::1",
    "5f00::1",
    "8000::1",
    "fdff::",
    "",
    "nonsense",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "1.2.3.4.5",
    "::ffff:8.8.8.8",
  ].map((address) => [address, false] as const),
];

const verdicts = [
  ...embedded.map(([name, address]) => [name, address, false] as const),
  ...edges.map(([address, isPublic]) => [`edge ${address}`, address, isPublic] as const),
  ...others.map(([address, isPublic]) => [address || "(empty)", address, isPublic] as const),
];

/* Spellings: what a person may write, and what a redirect may say. */

/** Names in a text of words, so that the table stays short. */
const listed = (words: string): string[] => words.trim().split(/\s+/);

const closed = listed(`
  127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127.000.000.001 %31%32%37.0.0.1
  １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 0 0.0.0.0 10.0.0.1 172.31.255.255 192.168.1.1 169.254.169.254 2852039166
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [fe80::1] [fd00::1] [64:ff9b::7f00:1] [2002:7f00:1::]
  [0:0:0:0:0:0:0:1] localhost LOCALHOST localhost. metadata.test mixed.test mapped.test
`).map((host) => `http://${host}/`);

const misshapen = listed(`
  ftp://site.test/ file:///etc/passwd gopher://site.test/ data:text/html,a javascript:alert(1) ws://site.test/
  blob:http://site.test/x about:blank http://user@8.8.8.8/ http://user:password@8.8.8.8/ https://:password@8.8.8.8/
  http://8.8.8.8:0/ http://8.8.8.8:21/ http://8.8.8.8:22/ http://8.8.8.8:25/ http://8.8.8.8:81/ http://8.8.8.8:4000/
  http://8.8.8.8:5432/ http://8.8.8.8:6379/ http://8.8.8.8:8080/ http://8.8.8.8:8443/ http://8.8.8.8:65535/
  http://site.test:1/
`);
const unreadable = [
  `http://8.8.8.8/${"a".repeat(2_048)}`,
  "",
  "http://a b/",
  ...listed("http:// // no-address http://[::1 http://1.2.3.4.5/"),
];

const names = {
  "site.test": [["127.0.0.1"]],
  localhost: [["127.0.0.1", "::1"]],
  "localhost.": [["127.0.0.1"]],
  "metadata.test": [["169.254.169.254"]],
  "mixed.test": [["8.8.8.8", "10.0.0.1"]],
  "mapped.test": [["::ffff:127.0.0.1"]],
};

const redirects = [...closed, ...misshapen].map(
  (url, index) => [url, [301, 302, 303, 307, 308][index % 5] ?? 302] as const,
);

it("has 300 vectors", () => {
  const count = verdicts.length + closed.length + misshapen.length + redirects.length;
  expect(count).toBeGreaterThanOrEqual(300);
});

describe("what an address is", () => {
  it.each(verdicts)("%s", (_name, address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
    if (ipaddr.IPv6.isValid(address) && !address.includes("%"))
      expect(isPublicAddress(ipaddr.IPv6.parse(address).toNormalizedString())).toBe(isPublic);
  });
});

describe("what the server does not connect to", () => {
  it.each([...closed, ...misshapen, ...unreadable])("%.40s", async (address) => {
    expect(await codeOf(get(address, {}, resolverOf(names)))).toBe("ADDRESS_NOT_ALLOWED");
    expect(heard).toEqual([]);
  });

  it.each(redirects)("%s, by a redirect", async (url, status) => {
    const address = `http://site.test:${port}/to?status=${status}&url=${encodeURIComponent(url)}`;
    expect(await codeOf(get(address, {}, resolverOf(names)))).toBe("ADDRESS_NOT_ALLOWED");
    expect(heard).toHaveLength(1);
  });
});

describe("names that change their mind", () => {
  const canary = "127.0.0.1";
  const isPublic = (address: string) => address === canary;

  it("connects to what was judged, and asks for a name once", async () => {
    const { asked, resolve } = resolverOf({ "turn.test": [[canary], ["10.0.0.1"]] });
    const deps = { resolve, isPublic, outgoingAllowedHosts: [`other.test:${port}`] };
    // Port 80 of this machine answers nobody, or somebody else: that it was tried is all there is to see.
    expect(await codeOf(get("http://turn.test/", {}, deps))).not.toBe("ADDRESS_NOT_ALLOWED");
    expect(asked).toEqual(["turn.test"]);
    expect(await codeOf(get("http://turn.test/", {}, deps))).toBe("ADDRESS_NOT_ALLOWED");
  });

  it.each([
    ["the second time", [["127.0.0.1"], ["10.0.0.1"]]],
    ["to one good and one bad address", [["127.0.0.1"], ["127.0.0.1", "10.0.0.1"]]],
    ["to an embedded one", [["127.0.0.1"], ["::ffff:10.0.0.1"]]],
    ["to no address", [["127.0.0.1"], ["nonsense"]]],
  ])("judges a redirect to the same host anew: %s", async (_name, answers) => {
    const { asked, resolve } = resolverOf({ "site.test": answers, "turn.test": answers.slice(1) });
    const to = encodeURIComponent("http://turn.test/");
    const address = `http://site.test:${port}/to?status=302&url=${to}`;
    expect(await codeOf(get(address, {}, { resolve, isPublic }))).toBe("ADDRESS_NOT_ALLOWED");
    expect(asked).toEqual(["site.test", "turn.test"]);
    expect(heard).toHaveLength(1);
  });

  it("asks for the name of each hop once, and for none of its connection", async () => {
    const { asked, resolve } = resolverOf(names);
    await get(`http://site.test:${port}/hops/1`, {}, { resolve });
    expect(asked).toEqual(["site.test", "site.test", "site.test"]);
    expect(heard.map(({ headers }) => headers.host)).toEqual(
      [0, 1, 2].map(() => `site.test:${port}`),
    );
  });
});

describe("what is asked for", () => {
  const at = (path: string) => `http://site.test:${port}${path}`;

  it("names Colbin and nothing else of us", async () => {
    const reply = await get(at("/cookie"));
    expect(reply).toMatchObject({ status: 200, contentType: "text/html" });
    expect(reply.url.pathname).toBe("/page");
    expect(heard.map(({ headers }) => headers)).toEqual(
      [0, 1].map(() => ({
        host: `site.test:${port}`,
        "user-agent": "Colbin",
        accept: "*/*",
        "accept-encoding": "gzip, deflate, br",
        connection: "close",
      })),
    );
  });

  it.each([
    ["follows three redirects", "/hops/2", {}, "ok"],
    ["and no fourth", "/hops/3", {}, "OutgoingFailed"],
    ["nor a loop", "/loop", {}, "OutgoingFailed"],
    ["takes a redirect for an answer where none is followed", "/loop", { redirects: 0 }, "ok"],
    ["takes a mebibyte", "/full", {}, "ok"],
    ["and no more", "/large", {}, "OutgoingFailed"],
    ["but cuts it where it may", "/large", { isCut: true }, "ok"],
    ["counts what unfolds", "/bomb", {}, "OutgoingFailed"],
    ["and cuts that, too", "/bomb", { isCut: true }, "ok"],
    ["fails by a broken encoding", "/broken", {}, "OutgoingFailed"],
    ["fails by an encoding in another", "/twice", {}, "OutgoingFailed"],
    ["fails by half an answer", "/cut-off", {}, "OutgoingFailed"],
    ["fails by another protocol", "/no-http", {}, "OutgoingFailed"],
    ["takes an error for an answer", "/nothing", {}, "ok"],
  ] as const)("%s", async (_name, path, options, code) => {
    expect(await codeOf(get(at(path), options))).toBe(code);
  });

  it.each([
    "http://own.test",
    "https://OWN.test.:443/a",
    "http://own.test:443",
    "https://own.test..",
  ])("is never this server: %s", async (own) => {
    for (const url of [own, at(`/to?status=302&url=${encodeURIComponent(own)}`)])
      expect(await codeOf(get(url))).toBe("ADDRESS_NOT_ALLOWED");
  });

  it("is asked so many times a minute by address, whatever its names", async () => {
    let now = 0;
    const outgoing = createOutgoing({
      ...settings,
      outgoingAllowedHosts: ["a.test", "b.test"].map((name) => `${name}:${port}`),
      resolve: () => Promise.resolve(["127.0.0.1"]),
      outgoingPerAddressMinute: 3,
      clock: { steadyMs: () => now },
    });
    const ask = (name: string, path = "/page") =>
      codeOf(outgoing.get(`http://${name}.test:${port}${path}`, { accept: "*/*" }));
    expect([await ask("a", "/hops/0"), await ask("b")]).toEqual(["ok", "ok"]);
    for (const name of ["a", "b"]) expect(await ask(name)).toBe("RATE_LIMITED");
    now += 20_000;
    expect([await ask("b"), await ask("a")]).toEqual(["ok", "RATE_LIMITED"]);
    expect(heard).toHaveLength(4);
  });

  it("never has more than a mebibyte in its hands", async () => {
    for (const path of ["/large", "/bomb"])
      expect((await get(at(path), { isCut: true })).body).toHaveLength(MIB);
  });

  it.each(["/gzip", "/br", "/deflate"])("unfolds %s", async (path) => {
    expect((await get(at(path))).body.toString()).toBe("plain");
  });

  it.each([
    ["a server that says nothing", "/silent", site.resolve],
    ["an answer without an end", "/slow", site.resolve],
    ["a name server that says nothing", "/page", () => new Promise<never>(() => undefined)],
  ])("waits no longer than it may for %s", async (_name, path, resolve) => {
    expect(await codeOf(get(at(path), {}, { resolve, timeoutMs: 60 }))).toBe("OutgoingFailed");
  });

  it("fails by a name that leads nowhere", async () => {
    expect(await codeOf(get("http://nowhere.test/"))).toBe("OutgoingFailed");
    expect(await codeOf(get("http://empty.test/", {}, resolverOf({ "empty.test": [[]] })))).toBe(
      "OutgoingFailed",
    );
  });
});

describe("exceptions of the operator", () => {
  it.each([
    [["site.test"], "http://site.test:{port}/page", "ADDRESS_NOT_ALLOWED"],
    [["site.test:{port}"], "http://SITE.test:{port}/page", "ok"],
    [["SITE.test:{port}"], "http://site.test:{port}/page", "ok"],
    [["127.0.0.1:{port}"], "http://127.0.0.1:{port}/page", "ok"],
    [["127.0.0.1:{port}"], "http://2130706433:{port}/page", "ok"],
    [["127.0.0.1:{port}"], "http://site.test:{port}/page", "ADDRESS_NOT_ALLOWED"],
    [["site.test:{port}"], "http://127.0.0.1:{port}/page", "ADDRESS_NOT_ALLOWED"],
    [["site.test:{port}"], "http://a.site.test:{port}/page", "ADDRESS_NOT_ALLOWED"],
    [["site.test:{port}"], "http://site.test/page", "ADDRESS_NOT_ALLOWED"],
  ])("%s: %s", async (allowed, address, code) => {
    const here = (text: string) => text.replace("{port}", String(port));
    const deps = { outgoingAllowedHosts: allowed.map(here) };
    expect(await codeOf(get(here(address), {}, deps))).toBe(code);
  });
});
