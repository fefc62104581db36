import { orderedSubscriptions } from "@colbin/client";
import type { Subscription } from "@colbin/protocol";
import { X } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { ListOption } from "#web/design/menu/ListOption.tsx";
import { Picture } from "#web/design/identity/Picture.tsx";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { forwardTexts } from "./forward-texts.ts";
import { whyNotSend } from "./message-rights.ts";

/** So many rooms are offered; typing finds the others. */
const OFFERED_MAX = 6;

interface RoomFieldProps {
  chosen: Subscription | undefined;
  onChange: (room: Subscription | undefined) => void;
}

/** One of the rooms in which the person may write: the arrows go through them, Enter takes one. */
export function RoomField({ chosen, onChange }: RoomFieldProps) {
  const id = useId();
  if (!chosen) return <Search id={id} onChoose={onChange} />;
  return (
    <div>
      <p className="mb-1 font-medium">{t(forwardTexts.to)}</p>
      <p className="flex h-control-md items-center gap-2 rounded-sm bg-hover ps-2.5 pe-1">
        <RoomSign room={chosen} />
        <bdi className="clip-line flex-1">{chosen.roomName}</bdi>
        <IconButton label={t(forwardTexts.change)} onClick={() => onChange(undefined)}>
          <X aria-hidden="true" />
        </IconButton>
      </p>
    </div>
  );
}

function Search({ id, onChoose }: { id: string; onChoose: RoomFieldProps["onChange"] }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const rooms = useStore(chat.store, orderedSubscriptions);
  const wanted = text.trim().toLowerCase();
  const offered = rooms
    .filter((room) => whyNotSend(room) === undefined && nameOf(room).includes(wanted))
    .slice(0, OFFERED_MAX);
  const active = Math.min(at, offered.length - 1);

  function handleKey(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && offered.length > 0) setAt((active + step + offered.length) % offered.length);
    else if (event.key === "Enter") onChoose(offered[active]);
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t(forwardTexts.to)}
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={offered[active] && `${id}-${offered[active].roomId}`}
        autoComplete="off"
        autoFocus
        placeholder={t(forwardTexts.find)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={handleKey}
        className="h-control-md w-full rounded-sm bg-field px-2.5 text-md outline-none inset-ring inset-ring-line-strong focus:outline-2 focus:-outline-offset-1 focus:outline-focus coarse:text-read"
      />
      <div id={`${id}-list`} role="listbox" aria-label={t(forwardTexts.rooms)} className="mt-1">
        {offered.map((room, place) => (
          <ListOption
            key={room.roomId}
            id={`${id}-${room.roomId}`}
            isSelected={place === active}
            onClick={() => onChoose(room)}
            className="min-h-control hover:bg-hover coarse:min-h-touch"
          >
            <RoomSign room={room} />
            <bdi className="clip-line">{room.roomName}</bdi>
          </ListOption>
        ))}
      </div>
      {offered.length === 0 && (
        <p role="status" className="px-2.5 py-1.5 text-ink-muted">
          {t(forwardTexts.none)}
        </p>
      )}
    </div>
  );
}

function nameOf({ roomName }: Subscription): string {
  return roomName.toLowerCase();
}

function RoomSign({ room }: { room: Subscription }) {
  const [peer] = room.participants;
  if (room.roomType === "channel" || room.avatar_url || !peer)
    return (
      <Picture src={room.avatar_url}>
        <RoomIcon accessType={room.accessType} />
      </Picture>
    );
  return <Face size="xs" id={peer.sessionUserId} name={peer.fullName} picture={peer.avatar_url} />;
}
