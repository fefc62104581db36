import type { Notification, NotificationTab } from "@colbin/protocol";
import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import { MoreButton } from "#web/design/button/MoreButton.tsx";
import { RowMenu } from "#web/design/menu/RowMenu.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useList } from "#web/lib/api/use-list.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { activityTexts, emptyTexts } from "./activity-texts.ts";
import { ActivityRow, NotificationMenu } from "./ActivityRow.tsx";
import { Days } from "./Days.tsx";
import { feed } from "./feed.ts";
import { snoozing } from "./feed-acts.ts";
import { RowBones } from "./RowBones.tsx";
import type { RowAct } from "./row-acts.ts";
import { notificationTexts } from "./texts.ts";
import { useActivityKeys } from "./use-activity-keys.ts";

const SnoozeDialog = lazyPart(() => import("./SnoozeDialog.tsx"), "SnoozeDialog");

interface ActivityListProps {
  tab: NotificationTab;
  /** The key of the list: the tab, and the workspace where it is of one. */
  listKey: string;
  /** It is over several workspaces. */
  hasMarks: boolean;
}

const none: readonly Notification[] = [];

/** The notifications of a tab, by day. */
export function ActivityList({ tab, listKey, hasMarks }: ActivityListProps) {
  const { results, hasMore, failure, retry, more } = useList(feed, listKey);
  const list = useRef<HTMLDivElement>(null);
  const { act, snooze, tabStop, listProps } = useActivityKeys(results ?? none, list);
  const asked = useStore(snoozing, (notification) => notification);
  const findRow = (id: string) => {
    const notification = results?.find((each) => each.id === id);
    const onAct = (kind: RowAct) => notification && act(notification, kind);
    return notification && { label: t(activityTexts.more), props: { notification, onAct } };
  };
  return (
    <ScrollRegion className="min-h-0 flex-1 px-3 pb-4 max-pair:px-1">
      <div ref={list} tabIndex={-1} {...listProps} className="outline-none mx-auto max-w-measure">
        {failure && results && (
          <p role="status" className="px-2.5 py-1 text-ink-muted">
            {t(notificationTexts.stale, { reason: errorText(failure) })}
          </p>
        )}
        {results && (
          <Days
            results={results}
            titleAs="h2"
            renderRow={(notification) => (
              <ActivityRow
                notification={notification}
                isTabStop={notification.id === tabStop}
                hasMark={hasMarks}
                onAct={(kind) => act(notification, kind)}
              />
            )}
          />
        )}
        {hasMore && <MoreButton failure={notificationTexts.loadFailed} onMore={more} />}
        {!results && !failure && <RowBones />}
      </div>
      {results?.length === 0 && (
        <EmptyState
          icon={CheckCheck}
          title={t(emptyTexts[tab].title)}
          text={t(emptyTexts[tab].text)}
        />
      )}
      {!results && failure && (
        <ErrorState
          title={t(notificationTexts.loadFailed)}
          text={errorText(failure)}
          onRetry={retry}
        />
      )}
      <RowMenu
        list={list}
        attribute="data-notification"
        find={findRow}
        surface={NotificationMenu}
      />
      {asked && (
        <SnoozeDialog
          notification={asked}
          onChoose={(until) => snooze(asked, until)}
          onClose={() => snoozing.update(() => undefined)}
        />
      )}
    </ScrollRegion>
  );
}
