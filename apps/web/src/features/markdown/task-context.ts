import { createContext } from "react";

/** Ticks or unticks the task whose mark is at this place of the text; undefined where the reader may not change it. */
export const TaskContext = createContext<((at: number) => void) | undefined>(undefined);
