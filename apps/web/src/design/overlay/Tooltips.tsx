import { lazyPart } from "#web/design/page/lazy-part.tsx";

const TooltipLayer = lazyPart(() => import("./TooltipLayer.tsx"), "TooltipLayer");

/** The tooltips of all icons, once on a page. The code that draws them comes after the page itself. */
export function Tooltips() {
  return <TooltipLayer />;
}
