import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const [root = "", theme = ""] = css.split("@theme reference inline");
const ownRoot = root.slice(0, root.indexOf('[data-theme="light"]'));
const declared = new Set([...ownRoot.matchAll(/^ {2}(--[\w-]+):/gm)].map((match) => match[1]));
const offered = [...theme.matchAll(/^ {2}(--[\w-]+): var\((--[\w-]+)\);/gm)];

test("Tailwind offers exactly the tokens that the page declares", () => {
  expect(declared.size).toBeGreaterThan(100);
  expect(new Set(offered.map((match) => match[1]))).toEqual(declared);
});

test("each offered token holds itself, so that themes and densities reach it", () => {
  for (const [, name, value] of offered) expect(value).toBe(name);
});
