import { expect, test } from "vitest";
import { FORMULA_CHARS_MAX } from "./constants.ts";
import { readFormula } from "./formula-tree.ts";

test("LaTeX becomes elements of MathML", () => {
  expect(readFormula("\\frac{a}{2}", true)).toMatchObject({
    tag: "math",
    attributes: { display: "block" },
    children: [
      {
        tag: "mfrac",
        children: [
          { tag: "mi", children: ["a"] },
          { tag: "mn", children: ["2"] },
        ],
      },
    ],
  });
});

test.each([
  "\\sqrt[3]{x^2_1}",
  "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
  "\\begin{aligned}a&=b\\\\&=c\\end{aligned}",
  "\\sum_{i=0}^{\\infty} \\text{für alle } \\mathbb{R}",
  "\\color{red}x + \\fbox{a} + \\cancel{b} + \\overline{c}",
])("is read: %s", (text) => {
  expect(readFormula(text, false)).toBeDefined();
});

test.each([
  ["no LaTeX", "\\frac{a"],
  ["an unknown command", "\\unknown"],
  ["a link", "\\href{javascript:alert(1)}{x}"],
  ["a picture", "\\includegraphics{https://a.org/b.png}"],
  ["a class of the page", "\\class{fixed}{x}"],
  ["a style of the page", "\\style{position:fixed}{x}"],
  ["a reference", "\\ref{a}"],
  ["macros without an end", "\\def\\a{\\a\\a}\\a"],
  ["a formula that is too long", "a".repeat(FORMULA_CHARS_MAX + 1)],
  ["a formula of too many parts", "a+".repeat(FORMULA_CHARS_MAX / 2)],
  ["fractions in each other", `${"\\frac{1}{".repeat(60)}a${"}".repeat(60)}`],
])("is shown as it was written: %s", (_, text) => {
  expect(readFormula(text, true)).toBeUndefined();
});

test("no style moves a formula out of its place, and no attribute has an address", () => {
  for (const text of [
    "\\hspace{-9em}x",
    "\\raisebox{999em}{x}",
    "\\rule{99999em}{9em}",
    "\\text{a}\\tag{1}",
    "\\colorbox{red}{a}",
    "\\phase{a}",
    "\\cancelto{0}{a}",
  ])
    expect(JSON.stringify(readFormula(text, true) ?? "")).not.toMatch(
      /url\(|position|href|javascript|"(?:margin|width|height)\w*":"-?\d{4}/i,
    );
});
