import type { Notification } from "@colbin/protocol";
import { AlarmClock, AlarmClockOff, Check, Ellipsis, Mail, MailOpen, Undo2 } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Menu } from "#web/design/menu/Menu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { rowKeys } from "./actions.ts";
import { activityTexts } from "./activity-texts.ts";
import { markRead } from "./feed-acts.ts";
import { isAnswerable, NotificationAnswer } from "./NotificationAnswer.tsx";
import { NotificationRow } from "./NotificationRow.tsx";
import { toRowActs, type RowAct } from "./row-acts.ts";

export const NotificationMenu = lazyPart(
  () => import("./NotificationMenu.tsx"),
  "NotificationMenu",
);

interface ActivityRowProps {
  notification: Notification;
  /** The row in reach of Tab; the arrow keys lead from it to the others. */
  isTabStop: boolean;
  hasMark: boolean;
  onAct: (act: RowAct) => void;
}

/** A notification with its acts: at the pointer and at the focus, by keys, and for fingers in a menu. */
export function ActivityRow({ notification, isTabStop, hasMark, onAct }: ActivityRowProps) {
  const { id } = notification;
  return (
    <article
      {...focusProps(id, isTabStop)}
      aria-labelledby={`row-${id}`}
      className="group/row relative rounded-md hover:bg-hover focus-visible:-outline-offset-2"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start">
        <div id={`row-${id}`} className="min-w-0">
          <NotificationRow
            notification={notification}
            hasMark={hasMark}
            isPart
            onRead={() => markRead(notification)}
          />
        </div>
        <span className="hidden pt-1 coarse:block">
          <Menu
            label={t(activityTexts.more)}
            surface={NotificationMenu}
            props={{ notification, onAct, isSheet: true }}
          >
            {(button) => (
              <IconButton size="md" label={t(activityTexts.more)} {...button}>
                <Ellipsis aria-hidden="true" />
              </IconButton>
            )}
          </Menu>
        </span>
      </div>
      {isAnswerable(notification) && (
        <div className="flex flex-wrap gap-1.5 ps-14 pe-2.5 pb-2.5 empty:hidden">
          <NotificationAnswer to={notification} />
        </div>
      )}
      <Tools notification={notification} onAct={onAct} />
    </article>
  );
}

function focusProps(id: string, isTabStop: boolean) {
  return {
    "data-notification": id,
    tabIndex: isTabStop ? 0 : -1,
    ...(isTabStop && { "data-region-start": "" }),
  };
}

function Tools({ notification, onAct }: Pick<ActivityRowProps, "notification" | "onAct">) {
  const [done, read, snooze] = toRowActs(notification);
  return (
    <div
      role="toolbar"
      aria-label={t(activityTexts.tools)}
      className="invisible absolute end-2 -top-2.5 z-float flex h-8 items-center gap-px rounded-md bg-raised p-0.75 shadow-float group-focus-within/row:visible group-hover/row:visible coarse:hidden"
    >
      <IconButton
        label={t(activityTexts[done])}
        shortcut={shortcutLabel(rowKeys.done)}
        onClick={() => onAct(done)}
      >
        {done === "done" ? <Check aria-hidden="true" /> : <Undo2 aria-hidden="true" />}
      </IconButton>
      <IconButton
        label={t(activityTexts[read])}
        shortcut={shortcutLabel(rowKeys.read)}
        onClick={() => onAct(read)}
      >
        {read === "read" ? <MailOpen aria-hidden="true" /> : <Mail aria-hidden="true" />}
      </IconButton>
      <IconButton
        label={t(activityTexts[snooze])}
        shortcut={shortcutLabel(rowKeys.snooze)}
        onClick={() => onAct(snooze)}
      >
        {snooze === "snooze" ? (
          <AlarmClock aria-hidden="true" />
        ) : (
          <AlarmClockOff aria-hidden="true" />
        )}
      </IconButton>
    </div>
  );
}
