import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { userId } from "@colbin/protocol";
import { expect, it } from "vitest";
import {
  circleFindings,
  judgeBudgets,
  measureScreen,
  pageFindings,
  SCHEMA_MARK,
  schemaFindings,
  staticClosure,
} from "./bundle.ts";

const manifest = {
  "index.html": { file: "assets/index.js", isEntry: true, imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "src/SignInPage.tsx": { file: "assets/sign-in.js", imports: ["_form.js", "_react.js"] },
  "_form.js": { file: "assets/form.js", imports: ["src/SignInPage.tsx"] },
  "src/ChatPage.tsx": { file: "assets/chat.js" },
};

function page(html: string): Map<string, Buffer> {
  return new Map([["index.html", Buffer.from(html)]]);
}

it("takes what a module needs before it runs, once, also around a circle", () => {
  expect([...staticClosure(manifest, ["src/SignInPage.tsx"])].toSorted()).toEqual([
    "assets/form.js",
    "assets/react.js",
    "assets/sign-in.js",
  ]);
});

it("finds files that ask for each other, and no others", () => {
  expect(circleFindings(manifest).map((finding) => finding.split(" ")[4])).toEqual([
    "src/SignInPage.tsx",
    "_form.js",
  ]);
});

it("counts the scripts of the page, the entry and the route, and not other routes", () => {
  const built = page(
    '<script src="/theme.js"></script><script type="module" src="/assets/index.js"></script>',
  );
  const files = [
    "theme.js",
    "assets/index.js",
    "assets/react.js",
    "assets/chat.js",
    "assets/form.js",
  ];
  for (const file of [...files, "assets/sign-in.js"]) built.set(file, Buffer.from(`// ${file}`));
  const expected = files
    .slice(0, 4)
    .map((file) => gzipSync(`// ${file}`, { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
  expect(measureScreen(built, manifest, ["src/ChatPage.tsx"])).toBe(expected);
});

it("fails a screen over its budget, and one whose module the build does not have", () => {
  const built = page('<script type="module" src="/assets/index.js"></script>');
  built.set("assets/index.js", randomBytes(1500)).set("assets/react.js", randomBytes(1500));
  built.set("assets/chat.js", randomBytes(1500));
  const chat = { screen: "chat", modules: ["src/ChatPage.tsx"] };
  expect(judgeBudgets(built, manifest, [{ ...chat, kilobytes: 5 }])).toEqual({
    findings: [],
    notes: [expect.stringMatching(/^chat: 4\.\d KB of 5 KB of JavaScript, gzip$/)],
  });
  expect(judgeBudgets(built, manifest, [{ ...chat, kilobytes: 4 }]).findings).toHaveLength(1);
  const gone = { ...chat, kilobytes: 5, modules: ["src/Missing.tsx"] };
  expect(judgeBudgets(built, manifest, [gone]).findings).toEqual([
    "tools/src/check/budgets.ts: src/Missing.tsx is no lazy module of the build",
  ]);
});

it("shows what follows the first paint apart, without what is there already", () => {
  const built = page('<script type="module" src="/assets/index.js"></script>');
  for (const file of ["index", "react", "chat", "form", "sign-in"]) {
    built.set(`assets/${file}.js`, randomBytes(1500));
  }
  const budget = { screen: "chat", kilobytes: 9, modules: ["src/ChatPage.tsx"] };
  const followedBy = ["src/SignInPage.tsx"];
  const { notes } = judgeBudgets(built, manifest, [{ ...budget, followedBy }]);
  expect(notes[0]).toMatch(/^chat: 4\.\d KB of 9 KB .*, and 3\.\d KB after the first paint$/);
});

it.each([
  "<script>act()</script>",
  '<script type="module">import "/a.js"</script>',
  '<body onload="act()">',
  '<script src="https://cdn.example/a.js"></script>',
  '<link href="//cdn.example/a.css">',
])("finds fault with the page %s", (html) => {
  expect(pageFindings(page(html)).length).toBeGreaterThan(0);
});

it("accepts scripts and styles of this origin", () => {
  const built = page('<script src="/theme.js"></script><link href="/a.css"><use href="#icon"/>');
  built.set("a.css", Buffer.from("/* https://tailwindcss.com */ a { background: url(/a.svg) }"));
  built.set("a.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(pageFindings(built)).toEqual([]);
});

it.each([
  ["a.css", "a { background: url(//cdn.example/a.png) }"],
  ["a.js", 'fetch("https://api.example/v1")'],
  ["a.js", 'new WebSocket("wss://api.example/v1")'],
])("finds another origin in %s: %s", (path, text) => {
  const built = page("").set(path, Buffer.from(text));
  expect(pageFindings(built)).toHaveLength(1);
});

it("finds the schemas that an import brought into a page, and nothing in what has none", () => {
  const built = page('<script type="module" src="/assets/index.js"></script>');
  built.set("assets/index.js", Buffer.from('const routes={getMe:{method:"GET",path:"/user/me"}}'));
  expect(schemaFindings(built)).toEqual([]);
  built.set("assets/ChatPage.js", Buffer.from("function f(t,n){return t._zod.run({value:n})}"));
  expect(schemaFindings(built)).toEqual([
    expect.stringContaining("dist/assets/ChatPage.js has zod"),
  ]);
});

it("knows schemas by a mark that those of the contract have", () => {
  expect(userId).toHaveProperty(SCHEMA_MARK);
});
