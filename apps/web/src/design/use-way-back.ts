import { useEffect, useEffectEvent } from "react";
import { addLayer } from "#web/lib/layers.ts";
import { isHandheld } from "#web/lib/media.ts";

/** While it is open, on a phone or tablet, the way back closes what lies on top of the page, and leaves the page where it is. */
export function useWayBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen && isHandheld() ? addLayer(() => close()) : undefined), [isOpen]);
}
