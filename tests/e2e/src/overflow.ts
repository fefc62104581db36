import type { Page } from "playwright-core";

/** The narrowest phone, and the first width that shows two sheets: what is whole at these is whole in between. */
const widths = [320, 768] as const;

/** What would be cut off at one of these widths, of what the page shows now. It is left as wide as it was. */
export async function findCutOff(page: Page, within = "body"): Promise<string[]> {
  const before = page.viewportSize();
  if (!before) return [];
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: before.height });
    const cut = await page.evaluate(cutOffAt, { width, within });
    found.push(...cut.map((each) => `at ${width} px: ${each}`));
  }
  await page.setViewportSize(before);
  return found;
}

interface Looked {
  readonly width: number;
  readonly within: string;
}

/**
 * Runs in the page. Text and controls that end beside the viewport, or beside what clips them. Not counted is what nobody
 * sees, what ends in an ellipsis, and what the keyboard can scroll to.
 */
async function cutOffAt({ width, within }: Looked): Promise<string[]> {
  const controls = "a[href], button, input, textarea, select, [tabindex]";
  const roundingPx = 1;
  /** A page that answers to a new width takes a frame or two to draw it. */
  const framesMin = 2;
  const framesMax = 20;

  interface Span {
    left: number;
    right: number;
  }

  function textSpan(element: Element): Span | undefined {
    const range = document.createRange();
    const spans: Span[] = [];
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === "") continue;
      range.selectNodeContents(node);
      spans.push(...range.getClientRects());
    }
    if (spans.length === 0) return undefined;
    return {
      left: Math.min(...spans.map(({ left }) => left)),
      right: Math.max(...spans.map(({ right }) => right)),
    };
  }

  function endsOutside(inner: Span, outer: Span): boolean {
    return inner.left < outer.left - roundingPx || inner.right > outer.right + roundingPx;
  }

  function isCutOff(element: Element, span: Span): boolean {
    let { left, right } = span;
    let { position } = getComputedStyle(element);
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (position === "fixed") break;
      const style = getComputedStyle(around);
      // What is placed absolutely is clipped only from the element on by which it is placed.
      if (position === "absolute" && style.position === "static") continue;
      position = style.position;
      if (style.overflowX === "visible" || around === document.body) continue;
      const box = around.getBoundingClientRect();
      const isForScreenReaders = box.width <= 1 && box.height <= 1;
      const isScrolledTo = style.overflowX !== "clip" && around.tabIndex === 0;
      if (isForScreenReaders || isScrolledTo) return false;
      if (style.textOverflow === "ellipsis") {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      } else if (endsOutside({ left, right }, box)) return true;
    }
    return endsOutside({ left, right }, { left: 0, right: width });
  }

  function ownClip(element: Element, span: Span): Span {
    const style = getComputedStyle(element);
    if (style.overflowX === "visible") return span;
    const box = element.getBoundingClientRect();
    const isBound = style.textOverflow === "ellipsis" || (element as HTMLElement).tabIndex === 0;
    return isBound || element.matches(controls) ? box : span;
  }

  function find(): string[] {
    const found: string[] = [];
    for (const element of document.querySelectorAll(`${within} *`)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      const text = textSpan(element);
      const spans = [
        ...(element.matches(controls) ? [box] : []),
        ...(text ? [ownClip(element, text)] : []),
      ];
      const cut = spans.find((span) => isCutOff(element, span));
      if (!cut) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      const place = `${Math.round(cut.left)} to ${Math.round(cut.right)}`;
      found.push(`${element.tagName.toLowerCase()} "${name.slice(0, 40)}" from ${place}`);
    }
    return found;
  }

  let found: string[] = [];
  for (let frame = 1; frame <= (found.length > 0 ? framesMax : framesMin); frame += 1) {
    await new Promise(requestAnimationFrame);
    if (frame >= framesMin) found = find();
  }
  return found;
}
