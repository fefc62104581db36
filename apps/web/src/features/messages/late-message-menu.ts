import { lazyPart } from "#web/design/page/lazy-part.tsx";

/** The menu of a message, at its tools and at the pointer. */
export const LateMessageMenu = lazyPart(() => import("./MessageMenu.tsx"), "MessageMenu");
