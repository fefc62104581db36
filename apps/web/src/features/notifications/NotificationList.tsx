import type { Notification } from "@colbin/protocol";
import { Bell, CheckCheck } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { MoreButton } from "#web/design/button/MoreButton.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { dayLabel } from "#web/features/messages/day-label.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { dayKey } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { bellTexts } from "./bell-texts.ts";
import { feed } from "./feed.ts";
import { NotificationRow } from "./NotificationRow.tsx";
import { notificationTexts } from "./texts.ts";

/** The notifications of the person, by day. Closes itself when a row leads away. */
export function NotificationList({ onClose }: { onClose: () => void }) {
  const { results, hasMore, failure, retry, more } = useList(feed);
  const unreadCount = useStore(chat.store, ({ notifications }) => notifications.unreadCount);
  const head = useRef<HTMLDivElement>(null);
  useCloseOnLeave(onClose);
  /** The pressed button goes away, and the focus would with it. */
  const read = (mark: Promise<void>): void => {
    head.current?.closest<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true });
    mark.catch((cause: unknown) => {
      const description = errorText(cause);
      toast({ title: t(notificationTexts.readFailed), description, variant: "warning" });
    });
  };
  return (
    <>
      <div ref={head} className="flex h-header flex-none items-center gap-2 ps-4 pe-2">
        <h2 className="flex-1 text-body font-strong">{t(bellTexts.title)}</h2>
        {unreadCount > 0 && (
          <Button size="sm" variant="ghost" onClick={() => read(feed.markAllRead())}>
            <CheckCheck aria-hidden="true" />
            {t(notificationTexts.readAll)}
          </Button>
        )}
      </div>
      <ScrollRegion className="min-h-0 flex-1 px-1.5 pb-2">
        {failure && results && (
          <p role="status" className="px-2.5 py-1 text-ink-muted">
            {t(notificationTexts.stale, { reason: errorText(failure) })}
          </p>
        )}
        {results && results.length > 0 && (
          <Days results={results} onRead={({ id, readAt }) => readAt ?? read(feed.markRead(id))} />
        )}
        {hasMore && <MoreButton failure={notificationTexts.loadFailed} onMore={more} />}
        {results?.length === 0 && (
          <EmptyState
            icon={Bell}
            title={t(notificationTexts.empty)}
            text={t(notificationTexts.emptyText)}
          />
        )}
        {!results && !failure && <RowBones />}
        {!results && failure && (
          <ErrorState
            title={t(notificationTexts.loadFailed)}
            text={errorText(failure)}
            onRetry={retry}
          />
        )}
      </ScrollRegion>
    </>
  );
}

/** Closed by a press, on a phone the way back that closes it would undo where the press leads. */
function useCloseOnLeave(onClose: () => void): void {
  const { key } = useLocation();
  const [openedAt] = useState(key);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (key !== openedAt) close();
  }, [key, openedAt]);
}

interface DaysProps {
  results: readonly Notification[];
  onRead: (notification: Notification) => void;
}

function Days({ results, onRead }: DaysProps) {
  const today = useToday();
  const days = Map.groupBy(results, ({ updatedAt }) => dayKey(new Date(updatedAt)));
  return [...days].map(([key, ofDay]) => (
    <section key={key}>
      <h3 className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-ink-subtle">
        {dayLabel(new Date(ofDay[0]?.updatedAt ?? key), today)}
      </h3>
      <ul>
        {ofDay.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} onRead={() => onRead(notification)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function RowBones() {
  return (
    <div role="status" aria-label={t(notificationTexts.loading)} className="late">
      {["w-48", "w-56", "w-40"].map((width) => (
        <div key={width} className="flex items-center gap-3 px-2.5 py-2">
          <Skeleton className="size-avatar flex-none rounded-full" />
          <Skeleton className={`h-3 rounded-xs ${width}`} />
        </div>
      ))}
    </div>
  );
}
