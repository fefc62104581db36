import { useEffectEvent, useLayoutEffect } from "react";
import { isHandheld } from "#web/lib/device/media.ts";
import { addLayer } from "#web/lib/routing/layers.ts";

/** While it is open, on a phone or tablet, the way back closes what lies on top of the page, and leaves the page where it is. */
export function useWayBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // Before it is painted: the person may go back as soon as it is seen.
  useLayoutEffect(() => (isOpen && isHandheld() ? addLayer(() => close()) : undefined), [isOpen]);
}
