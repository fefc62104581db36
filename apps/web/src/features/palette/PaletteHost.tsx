import { useState } from "react";
import { Part } from "#web/design/Part.tsx";
import type { Action } from "#web/lib/actions.ts";
import { useOffer } from "#web/lib/offer.ts";
import { openingPalette } from "./actions.ts";

async function loadPalette() {
  return (await import("./Palette.tsx")).Palette;
}

/** The palette itself comes when it is opened. */
export function PaletteHost({ actions }: { actions: readonly Action[] }) {
  const [isOpen, setOpen] = useState(false);
  useOffer(openingPalette, () => setOpen(true));
  if (!isOpen) return null;
  return <Part need={1} load={loadPalette} props={{ actions, onClose: () => setOpen(false) }} />;
}
