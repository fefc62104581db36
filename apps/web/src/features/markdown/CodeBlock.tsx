// Drawn anew only with another text: to remember its parts would cost every row time and memory.
"use no memo";

import { useId } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";

const CodeHead = lazyPart(() => import("./late-blocks.ts"), "CodeHead");
const ColouredCode = lazyPart(() => import("./late-blocks.ts"), "ColouredCode");

/** Its head and its colours come later, and change nothing about its height. */
export function CodeBlock({ language: info, text }: { language: string; text: string }) {
  const nameId = useId();
  const language = info.split(/\s/)[0] ?? "";
  const head = <div className="h-8 coarse:h-control-sm" />;
  return (
    <figure
      aria-labelledby={nameId}
      className="mt-1.75 max-w-measure rounded-md bg-sunken inset-ring inset-ring-line"
      dir="ltr"
    >
      <CodeHead {...{ nameId, language, text }} missing={head} renderFailed={() => head} />
      <ScrollRegion className="rounded-b-md px-3 pb-2.75">
        <pre className="font-mono text-sm leading-5 text-code [font-variant-ligatures:none] [tab-size:2]">
          <code>
            <ColouredCode {...{ language, text }} missing={text} renderFailed={() => text} />
          </code>
        </pre>
      </ScrollRegion>
    </figure>
  );
}
