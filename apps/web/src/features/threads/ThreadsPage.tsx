import { countThreadMentions, countUnreadThreads } from "@colbin/client";
import { threadTabs, type ThreadTab } from "@colbin/protocol";
import { MessagesSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { Tabs } from "#web/design/page/Tabs.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { threadTexts } from "./texts.ts";
import { ThreadItem } from "./ThreadItem.tsx";
import { threadList } from "./threads.ts";

/** `/chat/threads`: the threads of all rooms, unread ones first. */
export function ThreadsPage() {
  const [tab, setTab] = useState<ThreadTab>("unread");
  const unread = useStore(chat.store, countUnreadThreads);
  const mentions = useStore(chat.store, countThreadMentions);
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="text-body leading-5 font-strong max-pair:text-read">
          {t(threadTexts.list)}
        </h1>
      </div>
      <Tabs
        label={t(threadTexts.list)}
        tabs={threadTabs.map((value) => ({
          value,
          label: t(threadTexts[value]),
          badge: value === "unread" && <UnreadBadge unread={unread} mentions={mentions} />,
        }))}
        value={tab}
        onChange={setTab}
        isFull
      >
        <ThreadItems key={tab} tab={tab} />
      </Tabs>
    </>
  );
}

function ThreadItems({ tab }: { tab: ThreadTab }) {
  const list = useStore(chat.store, (state) => threadList.of(state, tab));
  const states = useStore(chat.store, ({ threadStates }) => threadStates);
  useEffect(() => threadList.open(tab), [tab]);
  // Replies and marks of every kind move the numbers.
  useEffect(() => threadList.look(tab), [tab, states]);
  if (list?.error && !list.results)
    return (
      <ErrorState
        title={t(threadTexts.listFailed)}
        text={errorText(list.error)}
        onRetry={() => threadList.look(tab)}
      />
    );
  if (!list?.results) return <TableBones label={t(threadTexts.list)} />;
  if (list.results.length === 0) {
    const isUnread = tab === "unread";
    return (
      <div className="grid flex-1 place-content-center">
        <EmptyState
          icon={MessagesSquare}
          title={t(isUnread ? threadTexts.emptyUnread : threadTexts.empty)}
          text={t(isUnread ? threadTexts.emptyUnreadText : threadTexts.emptyText)}
        />
      </div>
    );
  }
  return (
    <ScrollRegion className="min-h-0 flex-1 px-3 py-2">
      <ul className="mx-auto grid max-w-measure gap-px">
        {list.results.map((card) => (
          <li key={card.root.id}>
            <ThreadItem card={card} />
          </li>
        ))}
      </ul>
      {list.nextCursor !== null && (
        <p className="grid justify-items-center py-3">
          <Button onClick={() => void threadList.more(tab).catch(() => undefined)}>
            {t(threadTexts.more)}
          </Button>
        </p>
      )}
    </ScrollRegion>
  );
}
