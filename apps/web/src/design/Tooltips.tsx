import { Part } from "./Part.tsx";

async function loadTooltipLayer() {
  return (await import("./TooltipLayer.tsx")).TooltipLayer;
}

/** The tooltips of all icons, once on a page. What draws them comes after the page itself. */
export function Tooltips() {
  return <Part need={1} load={loadTooltipLayer} props={{}} />;
}
