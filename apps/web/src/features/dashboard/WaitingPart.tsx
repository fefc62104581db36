import { NOTIFICATION_PAGE_MAX, type answerableTypes, type Notification } from "@colbin/protocol";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { markRead } from "#web/features/notifications/feed-acts.ts";
import { NotificationAnswer } from "#web/features/notifications/NotificationAnswer.tsx";
import { NotificationRow } from "#web/features/notifications/NotificationRow.tsx";
import { notificationTexts } from "#web/features/notifications/texts.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { DashboardPart } from "./DashboardPart.tsx";
import { dashboardTexts } from "./texts.ts";

type Waiting = Extract<Notification, { readonly type: (typeof answerableTypes)[number] }>;

/** The notifications that wait for an answer of the person, the newest first, as they are now. */
export function useWaiting() {
  const query = { waiting: "true", limit: NOTIFICATION_PAGE_MAX } as const;
  const { data, error, refetch } = useCall("listNotifications", { query });
  useRenewal(
    "listNotifications",
    useStore(chat.store, ({ notifications }) => String(notifications.rev)),
  );
  useNews("listNotifications", "access");
  const waiting = data?.results as readonly Waiting[] | undefined;
  return { waiting, failure: error, retry: () => void refetch() };
}

/** Requests of others and invitations, with the answers to them. */
export function WaitingPart({ waiting, failure, retry }: ReturnType<typeof useWaiting>) {
  if (!waiting && failure)
    return (
      <ErrorState
        title={t(dashboardTexts.waitingFailed)}
        text={errorText(failure)}
        onRetry={retry}
      />
    );
  if (!waiting || waiting.length === 0) return null;
  return (
    <DashboardPart title={t(dashboardTexts.waiting)} count={waiting.length}>
      {failure && (
        <p role="status" className="py-1 text-ink-muted">
          {t(notificationTexts.stale, { reason: errorText(failure) })}
        </p>
      )}
      <ul className="-mx-2.5">
        {waiting.map((each) => (
          <li key={each.id}>
            <NotificationRow notification={each} hasMark onRead={() => markRead(each)} />
            <div className="mb-1 flex gap-1.5 ps-14.5 empty:hidden">
              <NotificationAnswer to={each} />
            </div>
          </li>
        ))}
      </ul>
    </DashboardPart>
  );
}
