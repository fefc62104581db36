import { createElement, useState, type ReactNode } from "react";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { useReading } from "./ask-reader.ts";
import type { FormulaNode } from "./readings.ts";

interface FormulaProps {
  text: string;
  isBlock: boolean;
  /** Stands there until the formula is read, and where it cannot be. */
  written: ReactNode;
}

/** Nothing of a formula reaches beyond its own place, whatever it asks for. */
export function Formula({ text, isBlock, written }: FormulaProps) {
  const node = useReading<"formula">({ kind: "formula", isBlock, text });
  if (!node) return written;
  const math = drawNode(node, 0);
  return isBlock ? <Wide>{math}</Wide> : <Narrow>{math}</Narrow>;
}

function Wide({ children }: { children: ReactNode }) {
  return (
    <ScrollRegion className="max-w-measure py-1">
      <span dir="ltr">{children}</span>
    </ScrollRegion>
  );
}

/** A formula in a line; a line of its own if it is wider than that. */
function Narrow({ children }: { children: ReactNode }) {
  const [isWide, setWide] = useState(false);
  const watch = (place: HTMLSpanElement | null): (() => void) | undefined => {
    if (!place) return undefined;
    const observer = new ResizeObserver(() => {
      if (place.scrollWidth > place.clientWidth + 1) setWide(true);
    });
    observer.observe(place);
    return () => observer.disconnect();
  };
  if (isWide) return <Wide>{children}</Wide>;
  return (
    <span ref={watch} dir="ltr" className="inline-block max-w-full overflow-clip">
      {children}
    </span>
  );
}

function drawNode(node: FormulaNode | string, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, attributes, style, children } = node;
  return createElement(tag, { key, ...attributes, style }, children.map(drawNode));
}
