import { Bell, CheckCheck } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { ACTIVITY_PATH } from "#web/lib/routing/paths.ts";
import { bellTexts } from "./bell-texts.ts";
import { Days } from "./Days.tsx";
import { feed } from "./feed.ts";
import { NotificationRow } from "./NotificationRow.tsx";
import { RowBones } from "./RowBones.tsx";
import { notificationTexts } from "./texts.ts";

/** The notifications of the person, by day. Closes itself when a row leads away. */
export function NotificationList({ onClose }: { onClose: () => void }) {
  const { results, failure, retry } = useList(feed);
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
          <Days
            results={results}
            titleAs="h3"
            renderRow={(notification) => (
              <NotificationRow
                notification={notification}
                onRead={() => notification.readAt ?? read(feed.act(notification, { kind: "read" }))}
              />
            )}
          />
        )}
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
      <Link
        to={ACTIVITY_PATH}
        className="flex h-9 flex-none items-center justify-center border-t border-line font-medium text-ink-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 coarse:h-touch"
      >
        {t(notificationTexts.all)}
      </Link>
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
