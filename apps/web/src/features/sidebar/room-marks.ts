import { createStore } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import type { ReactNode } from "react";

/** At the rows of rooms; put there by parts that come late. */
export const roomMarks = createStore<ReadonlyMap<RoomId, ReactNode>>(new Map());
