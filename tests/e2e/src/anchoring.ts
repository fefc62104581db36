/** Browsers that hold what is read where it is, and one that does not; to be run before the page. */
export const anchorings = [
  { name: "anchors rows", prepare: () => undefined },
  { name: "anchors nothing, as Safari", prepare: takeAnchoringAway },
];

/** Runs in the page. */
function takeAnchoringAway(): void {
  const supports = CSS.supports.bind(CSS) as (name: string, value: string) => boolean;
  CSS.supports = (name: string, value?: string) =>
    name !== "overflow-anchor" && supports(name, value ?? "");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { overflow-anchor: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}
