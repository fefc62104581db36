import { createContext } from "react";

/** Where the shell has the place for a second sheet; null until it is drawn. */
export const SideSheetSlot = createContext<HTMLElement | null>(null);
