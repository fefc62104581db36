/** Parts of a room's header that come after its name, in one. */
export { RetentionMark } from "#web/features/retention/RetentionMark.tsx";
export { RoomPeople } from "./RoomPeople.tsx";
