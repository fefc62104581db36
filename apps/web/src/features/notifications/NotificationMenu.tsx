import type { Notification } from "@colbin/protocol";
import { AlarmClock, AlarmClockOff, Check, Mail, MailOpen, Undo2 } from "lucide-react";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { rowKeys } from "./actions.ts";
import { activityTexts } from "./activity-texts.ts";
import { toRowActs, type RowAct } from "./row-acts.ts";

interface NotificationMenuProps extends MenuPlace {
  notification: Notification;
  onAct: (act: RowAct) => void;
}

/** The acts on a notification: at the pointer, or as a sheet for fingers. */
export function NotificationMenu({ notification, onAct, ...place }: NotificationMenuProps) {
  const entries = toRowActs(notification).map((act): MenuAction => {
    const { icon, key } = looks[act];
    return {
      kind: "action",
      id: act,
      label: t(actTexts[act]),
      icon,
      shortcut: shortcutLabel(key),
      onSelect: () => onAct(act),
    };
  });
  return <MenuSurface {...place} entries={place.isOpen ? entries : []} />;
}

const actTexts: Readonly<Record<RowAct, Text>> = activityTexts;

const looks = {
  done: { icon: Check, key: rowKeys.done },
  undone: { icon: Undo2, key: rowKeys.done },
  read: { icon: MailOpen, key: rowKeys.read },
  unread: { icon: Mail, key: rowKeys.read },
  snooze: { icon: AlarmClock, key: rowKeys.snooze },
  unsnooze: { icon: AlarmClockOff, key: rowKeys.snooze },
} as const;
