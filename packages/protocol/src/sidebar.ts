import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { roomId } from "./kernel/ids.ts";
import { SECTION_TITLE_MAX_LENGTH, SIDEBAR_ROOMS_MAX, SIDEBAR_SECTIONS_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

/** A part of the sidebar that its person made; the rooms in the order that they chose. */
const sidebarSection = z.object({
  /** Chosen by the client; the same for ever. */
  id: z.uuid(),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(SECTION_TITLE_MAX_LENGTH)),
  /** Rooms that the person is not in any more may be among them. */
  roomIds: z.array(roomId).check(z.maxLength(SIDEBAR_ROOMS_MAX)),
});
export type SidebarSection = z.infer<typeof sidebarSection>;

const sidebarFields = {
  sections: z.array(sidebarSection).check(z.maxLength(SIDEBAR_SECTIONS_MAX)),
  /** Of the change that this is; 0 before the first. */
  rev: z.int().check(z.minimum(0)),
};
export const sidebar = z.object(sidebarFields);
export type Sidebar = z.infer<typeof sidebar>;

export const getSidebar = endpoint({
  ...routes.getSidebar,
  group: "multi-room-chat",
  summary: "The sections that the caller made in the list of rooms of the active workspace",
  reply: sidebar,
  errors: [],
});

export const updateSidebar = endpoint({
  ...routes.updateSidebar,
  group: "multi-room-chat",
  summary:
    "Replaces the caller's sections, where nobody else has changed them since `rev`; a room is in at most one of them",
  body: z.strictObject(sidebarFields),
  reply: sidebar,
  errors: ["SIDEBAR_CHANGED"],
});
