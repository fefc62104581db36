import { Archive, BellOff, CheckCheck, Clock, Ellipsis, LogOut, Pin } from "lucide-react";
import { useRef } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { RowMenu } from "#web/design/menu/RowMenu.tsx";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { Specimen } from "./Specimen.tsx";

function toEntries(): readonly MenuEntry[] {
  const say = (title: string) => () => toast({ title });
  return [
    {
      kind: "action",
      id: "read",
      label: "Mark as read",
      icon: CheckCheck,
      shortcut: "Esc",
      onSelect: say("Marked as read"),
    },
    {
      kind: "submenu",
      id: "mute",
      label: "Mute for…",
      icon: BellOff,
      actions: [
        { kind: "action", id: "1h", label: "1 hour", icon: Clock, onSelect: say("Muted") },
        { kind: "action", id: "1w", label: "1 week", icon: Clock, onSelect: say("Muted") },
      ],
    },
    {
      kind: "action",
      id: "pin",
      label: "Pin",
      icon: Pin,
      disabledReason: "Join the room to pin messages",
      onSelect: say("Never said"),
    },
    { kind: "separator", id: "end" },
    { kind: "action", id: "leave", label: "Leave", icon: LogOut, onSelect: say("Left") },
    {
      kind: "action",
      id: "archive",
      label: "Archive conversation",
      icon: Archive,
      isDanger: true,
      onSelect: say("Archived"),
    },
  ];
}

export function MenuSection() {
  const rows = useRef<HTMLDivElement>(null);
  return (
    <Specimen title="Menus and popovers">
      <Menu label="Room" surface={LateMenu} props={{ entries: toEntries() }}>
        {(button) => (
          <IconButton {...button} label="More">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
      <Popover
        label="About this room"
        renderContent={(close) => (
          <div className="grid w-60 gap-3 p-4">
            <p>A popover leaves the page usable.</p>
            <Button onClick={close}>Close it</Button>
          </div>
        )}
      >
        {(button) => <Button {...button}>Popover</Button>}
      </Popover>
      {/* As a virtualised row is: what is drawn in it would be clipped. */}
      <div ref={rows} className="h-12 w-full overflow-hidden rounded-md bg-sunken contain-strict">
        <div
          data-row="row"
          role="group"
          aria-label="Row with a context menu"
          tabIndex={-1}
          className="flex h-12 items-center gap-2 px-3"
        >
          Right click, menu key or long press
          <Menu label="Row" surface={LateMenu} props={{ entries: toEntries() }}>
            {(button) => (
              <IconButton {...button} label="More of this row">
                <Ellipsis aria-hidden="true" />
              </IconButton>
            )}
          </Menu>
        </div>
        <RowMenu
          list={rows}
          attribute="data-row"
          find={() => ({ label: "Row", props: { entries: toEntries() } })}
          surface={LateMenu}
        />
      </div>
    </Specimen>
  );
}
