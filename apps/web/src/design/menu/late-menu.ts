import { lazyPart } from "#web/design/page/lazy-part.tsx";

/** A menu of entries that the button knows. */
export const LateMenu = lazyPart(() => import("./MenuSurface.tsx"), "MenuSurface");
