import { useState } from "react";
import { Part } from "#web/design/Part.tsx";
import { useOffer } from "#web/lib/offer.ts";
import { creatingRoom } from "./actions.ts";
import { useMayCreateRooms } from "./use-may-create.ts";

async function loadCreateRoomDialog() {
  return (await import("./CreateRoomDialog.tsx")).CreateRoomDialog;
}

/** What can be asked for from anywhere, on any screen. */
export function RoomDialogs() {
  const [isCreating, setCreating] = useState(false);
  useOffer(creatingRoom, useMayCreateRooms() ? () => setCreating(true) : undefined);
  if (!isCreating) return null;
  const onClose = () => setCreating(false);
  return <Part need={1} load={loadCreateRoomDialog} props={{ onClose }} />;
}
