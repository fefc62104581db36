import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Text } from "./i18n.ts";
import { Sentence } from "./Sentence.tsx";

const text = {
  id: "test.sentence",
  message:
    "{n, plural, one {<b>{name}</b> joined} other {You, <b>{name}</b> and <i>{n} <b>others</b></i> joined}}.",
} as const;

const elements = { b: createElement("b"), i: createElement("i") };

test.each([
  [{ n: 1, name: "Ann" }, "<b>Ann</b> joined."],
  [{ n: 3, name: "Ann" }, "You, <b>Ann</b> and <i>3 <b>others</b></i> joined."],
  [{ n: 1, name: "<i>Ann</i>" }, "<b>&lt;i&gt;Ann&lt;/i&gt;</b> joined."],
  [{ n: 1, name: "</b>" }, "<b>&lt;/b&gt;</b> joined."],
])("elements stand around their words: %j", (values, html) => {
  expect(renderToStaticMarkup(createElement(Sentence, { text, values, elements }))).toBe(html);
});

test("an element that only a translation knows is its words", () => {
  const translated: Text = { id: "test.translated", message: "a <u>b</u>" };
  const drawn = createElement(Sentence, { text: translated, elements: {} });
  expect(renderToStaticMarkup(drawn)).toBe("a b");
});
