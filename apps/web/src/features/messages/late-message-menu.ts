import { lazyPart } from "#web/design/lazy-part.tsx";

/** The menu of a message, at its tools and at the pointer. */
export const LateMessageMenu = lazyPart(() => import("./MessageMenu.tsx"), "MessageMenu");
