import { describe, expect, it } from "vitest";
import { readPage, toText } from "./pages.service.ts";
import { linksIn } from "./previews.rules.ts";

const a = "https://a.example/";
const b = "http://b.example/path?q=1#part";

const texts: readonly (readonly [name: string, content: string, links: readonly string[]])[] = [
  ["none", "no link at all", []],
  ["a bare one", `see ${a} there`, [a]],
  ["in capitals", "HTTPS://A.example/", ["HTTPS://A.example/"]],
  ["two, in their order", `${b} ${a}`, [b, a]],
  ["each once", `${a} ${a} ${b}`, [a, b]],
  [
    "the first three",
    [1, 2, 3, 4].map((each) => `${a}${each}`).join(" "),
    [`${a}1`, `${a}2`, `${a}3`],
  ],
  ["without the punctuation of its sentence", `Look at ${b}, or ${a}.`, [b, a]],
  ["in parentheses", `(as ${a} says)`, [a]],
  ["with parentheses of its own", "https://a.example/Tile_(map)", ["https://a.example/Tile_(map)"]],
  ["in angle brackets", `<${a}>`, [a]],
  ["behind words", `[the draft](${a})`, [a]],
  ["behind words that look like one", `[https://bank.example](${a})`, [a]],
  ["behind words with a title", `[the draft](${a} "A title")`, [a]],
  ["of an image", `![the plan](${a}) ${b}`, [b]],
  ["in a code span", `\`${a}\` ${b}`, [b]],
  ["in a fence", `\`\`\`\n${a}\n\`\`\`\n${b}`, [b]],
  ["in a quote", `> ${a}\n\n${b}`, [b]],
  ["in a spoiler", `||${a}|| ${b}`, [b]],
  ["in a spoiler with code", `||x \`code\` ${a}|| ${b}`, [b]],
  ["behind a spoiler that is not closed", `||${a}`, []],
  ["in the paragraph after that", `a || b\n\n${a}`, [a]],
  ["of mail and files", "mailto:ann@a.example ftp://a.example file:///etc", []],
  [
    "of this instance",
    "https://chat.example/chat/general http://Chat.example./ https://chat.example:8443/",
    ["https://chat.example:8443/"],
  ],
  ["with credentials", "https://ann:secret@a.example/", []],
  ["without a host", "https:// https://. http:///", []],
  ["longer than an address may be", `https://a.example/${"x".repeat(2_048)}`, []],
];

describe("links of a message", () => {
  it.each(texts)("%s", (_name, content, links) => {
    expect(linksIn(content, "https://chat.example")).toEqual(links);
  });

  it.each(["[", "![", "||", "https://", "(", "> ", "`", "https://a.example/ ", "[x]("])(
    "are found in a text of %s that is so long that only linear time comes to its end",
    (part) => {
      const content = `https://a.example ${part.repeat(Math.floor(500_000 / part.length))}`;
      expect(linksIn(content, "https://chat.example")[0]).toBe("https://a.example");
    },
  );
});

const page = (head: string, body = "") =>
  `<!doctype html><html><head>${head}</head><body>${body}</body>`;
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const html = "text/html; charset=utf-8";
const latin1 = (text: string) => Buffer.from(text, "latin1");

const pages: readonly (readonly [string, string | Buffer, string, object | undefined])[] = [
  [
    "a title alone",
    page("<title>A title</title>"),
    html,
    { title: "A title", siteName: "site.example", description: undefined, imageUrl: undefined },
  ],
  [
    "Open Graph before it",
    page(`<title>old</title>${meta("og:title", "New")}${meta("og:site_name", "Site")}`),
    html,
    { title: "New", siteName: "Site" },
  ],
  [
    "names in the place of properties",
    page('<meta name="og:title" content="T"><meta name="description" content="D">'),
    html,
    { title: "T", description: "D" },
  ],
  [
    "the first of two",
    page(meta("og:title", "one") + meta("og:title", "two")),
    html,
    { title: "one" },
  ],
  [
    "an empty one is none",
    page(`${meta("og:title", " ")}<title>here</title>`),
    html,
    { title: "here" },
  ],
  ["no title", page(meta("og:description", "only this")), html, undefined],
  ["nothing", "", html, undefined],
  ["no HTML", "%PDF-1.7", html, undefined],
  [
    "characters by name",
    page("<title>Caf&eacute; &amp; &lt;b&gt;Bar&lt;/b&gt;</title>"),
    html,
    { title: "Café & <b>Bar</b>" },
  ],
  [
    "markup in a title",
    page("<title><b>bold</b><script>alert(1)</script></title>"),
    html,
    { title: "<b>bold</b><script>alert(1)</script>" },
  ],
  [
    "a script that looks like a title",
    page("<script>'<title>no</title>'</script><title>yes</title>"),
    html,
    { title: "yes" },
  ],
  ["a comment", page("<!-- <title>no</title> --><title>yes</title>"), html, { title: "yes" }],
  [
    "what the body says",
    page("<meta name=x>", `<title>no</title>${meta("og:title", "no")}`),
    html,
    undefined,
  ],
  ["a page without a head", "<title>bare</title><p>text", html, { title: "bare" }],
  ["a title that does not end", "<title>on and on", html, { title: "on and on" }],
  ["lines and blanks", page("<title>\n a\t\n b </title>"), html, { title: "a b" }],
  ["bidi controls", page("<title>a\u202Eb\u2066c</title>"), html, { title: "abc" }],
  ["nothing to be seen", page("<title>\u200B\u2060</title>"), html, undefined],
  [
    "an image beside the page",
    page(`<title>t</title>${meta("og:image", "/i.png")}`),
    html,
    { imageUrl: "https://www.site.example/i.png" },
  ],
  [
    "an image beside its base",
    page(`<base href="https://cdn.example/x/"><title>t</title>${meta("og:image", "i.png")}`),
    html,
    { imageUrl: "https://cdn.example/x/i.png" },
  ],
  [
    "an image that is no address",
    page(`<title>t</title>${meta("og:image", "javascript:alert(1)")}`),
    html,
    { imageUrl: undefined },
  ],
  [
    "an image in the page",
    page(`<title>t</title>${meta("og:image", "data:image/png;base64,AA")}`),
    html,
    { imageUrl: undefined },
  ],
  ["UTF-8 that nobody names", page("<title>日本</title>"), "text/html", { title: "日本" }],
  [
    "a set of the header",
    latin1(page("<title>Caf\xe9</title>")),
    "text/html; charset=ISO-8859-1",
    { title: "Café" },
  ],
  [
    "a set of the page",
    latin1(page('<meta charset="windows-1252"><title>Caf\xe9</title>')),
    "text/html",
    { title: "Café" },
  ],
  [
    "an old way to name it",
    latin1(
      page(
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>\xe9</title>',
      ),
    ),
    "text/html",
    { title: "é" },
  ],
  [
    "Japanese",
    latin1(page('<meta charset="shift_jis"><title>\x93\xfa\x96\x7b</title>')),
    "text/html",
    { title: "日本" },
  ],
  [
    "Cyrillic",
    latin1(page("<title>\xcc\xee\xf1\xea\xe2\xe0</title>")),
    'text/html; charset="windows-1251"',
    { title: "Москва" },
  ],
  [
    "a mark of its bytes",
    Buffer.from(`\ufeff${page("<title>é</title>")}`, "utf16le"),
    "text/html; charset=utf-8",
    { title: "é" },
  ],
  [
    "a set that nobody knows",
    page("<title>é</title>"),
    "text/html; charset=x-klingon",
    { title: "é" },
  ],
  [
    "a set that cannot be",
    page('<meta charset="utf-16"><title>é</title>'),
    "text/html",
    { title: "é" },
  ],
  ["broken bytes", latin1(page("<title>a\xff\xfeb</title>")), html, { title: "a\uFFFD\uFFFDb" }],
];

describe("what a page says of itself", () => {
  it.each(pages)("%s", (_name, body, type, card) => {
    const found = readPage(Buffer.from(body), type, new URL("https://www.site.example/a"));
    if (card) expect(found).toMatchObject(card);
    else expect(found).toBeUndefined();
  });

  it("is cut to a length", () => {
    const head = `<title>${"😀".repeat(300)}</title>${meta("description", "x".repeat(5_000))}`;
    const found = readPage(Buffer.from(page(head)), html, new URL(a));
    expect(Array.from(found?.title ?? "")).toHaveLength(200);
    expect(found?.description).toHaveLength(300);
    expect(toText("a".repeat(10), 10)).toBe("a".repeat(10));
    expect(toText("a".repeat(11), 10)).toBe(`${"a".repeat(9)}…`);
  });

  it.each([
    "<",
    "<meta ",
    "<title>",
    "&amp;",
    "<!--",
    '<meta content="',
    "<b ",
    "<svg><title>",
    "<title></title>",
  ])("is read from a mebibyte of %s, as long as only linear time allows", (part) => {
    const body = Buffer.from(part.repeat(Math.floor((1024 * 1024) / part.length)));
    expect(() => readPage(body, html, new URL(a))).not.toThrow();
  });
});
