import { useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import type { Action } from "#web/lib/actions/actions.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { openingPalette } from "./actions.ts";

const Palette = lazyPart(() => import("./Palette.tsx"), "Palette");

/** The palette itself comes when it is opened. */
export function PaletteHost({ actions }: { actions: readonly Action[] }) {
  const [isOpen, setOpen] = useState(false);
  useOffer(openingPalette, () => setOpen(true));
  if (!isOpen) return null;
  return <Palette actions={actions} onClose={() => setOpen(false)} />;
}
