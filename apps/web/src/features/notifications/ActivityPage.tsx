import { feedKey } from "@colbin/client";
import { notificationTabs, type NotificationTab } from "@colbin/protocol";
import { CheckCheck } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { Tabs } from "#web/design/page/Tabs.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { workspaceTexts } from "#web/features/workspaces/texts.ts";
import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { ActivityList } from "./ActivityList.tsx";
import { activityTexts, tabTexts } from "./activity-texts.ts";
import { feed } from "./feed.ts";
import { notificationTexts } from "./texts.ts";

/** `/activity`: all that the person was told, by tabs, over all of their workspaces or in the one where they work. */
export function ActivityPage() {
  const { tab, isHere, choose } = usePlace();
  const unread = useStore(chat.store, ({ notifications }) => notifications.unreadCount);
  const workspaceId = useStore(account.place, () => account.workspaceId());
  const { data } = useOrganizations();
  const hasSeveral = (data?.results.length ?? 0) > 0;
  const key = feedKey(tab, isHere ? workspaceId : undefined);
  const here = data?.results.find(({ id }) => id === workspaceId);
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="flex-1 text-body leading-5 font-strong max-pair:text-read">
          {t(activityTexts.title)}
        </h1>
        {hasSeveral && (
          <Select
            label={t(activityTexts.where)}
            look="filter"
            value={isHere ? "here" : "all"}
            onChange={(where) => choose(tab, where === "here")}
            options={[
              { value: "all", label: t(activityTexts.everywhere) },
              { value: "here", label: here?.title ?? t(workspaceTexts.personal) },
            ]}
          />
        )}
        {unread > 0 && tab !== "snoozed" && tab !== "done" && (
          <IconButton
            label={t(notificationTexts.readAll)}
            onClick={() => void tellFailure(notificationTexts.readFailed, feed.markAllRead(key))}
          >
            <CheckCheck aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <Tabs
        label={t(activityTexts.title)}
        isFull
        value={tab}
        onChange={(next) => choose(next, isHere)}
        tabs={notificationTabs.map((value) => ({
          value,
          label: t(tabTexts[value]),
          badge: value === "unread" && <UnreadBadge unread={unread} />,
        }))}
      >
        <ActivityList key={key} tab={tab} listKey={key} hasMarks={hasSeveral && !isHere} />
      </Tabs>
    </>
  );
}

/** Which part is shown, as the address says it. */
function usePlace() {
  const query = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const tab = notificationTabs.find((each) => each === query.get("tab")) ?? "all";
  const isHere = query.get("in") === "here";
  const choose = (next: NotificationTab, inHere: boolean): void => {
    const params = new URLSearchParams({
      ...(next !== "all" && { tab: next }),
      ...(inHere && { in: "here" }),
    });
    void navigate({ search: params.toString() }, { replace: true });
  };
  return { tab, isHere, choose };
}
