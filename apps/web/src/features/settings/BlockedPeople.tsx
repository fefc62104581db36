import type { ReplyOf } from "@colbin/protocol";
import { UserRoundX } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { TableFoot } from "#web/design/table/TableFoot.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { settingLine } from "./setting-line.ts";
import { settingsTexts } from "./texts.ts";

const LIMIT = 20;

/** The people whom the person has blocked (rules-identity 47), the latest first. */
export function BlockedPeople() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall("listBlocks", { query: { page, limit: LIMIT } });
  const list = useRef<HTMLUListElement>(null);
  if (error && !data)
    return (
      <ErrorState
        title={t(settingsTexts.blockedFailed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <TableBones label={t(settingsTexts.blocked)} />;
  return (
    <>
      {data.totalResults === 0 ? (
        <EmptyState
          icon={UserRoundX}
          title={t(settingsTexts.nobodyBlocked)}
          text={t(settingsTexts.nobodyBlockedText)}
        />
      ) : (
        // The button that was pressed goes with its line, and the focus would go nowhere.
        <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none">
          {data.results.map(({ user }) => (
            <BlockedPerson key={user.id} user={user} onDone={() => list.current?.focus()} />
          ))}
        </ul>
      )}
      {data.totalPages > 1 && (
        <TableFoot
          label={t(settingsTexts.blocked)}
          page={page}
          limit={LIMIT}
          total={data.totalResults}
          onPage={setPage}
        />
      )}
    </>
  );
}

interface BlockedPersonProps {
  user: ReplyOf<"listBlocks">["results"][number]["user"];
  onDone: () => void;
}

function BlockedPerson({ user, onDone }: BlockedPersonProps) {
  const { act, isPending } = useAct("unblockUser", ["listBlocks"]);

  async function unblock(): Promise<void> {
    try {
      await act({ params: { sessionUserId: user.id } });
      onDone();
    } catch (cause) {
      const title = t(settingsTexts.unblockFailed);
      toast({ title, description: errorText(cause), variant: "destructive" });
    }
  }

  return (
    <li className={`${settingLine} flex items-center gap-2.75`}>
      <Avatar id={user.id} name={user.fullName} picture={user.avatar_url} size="row" />
      <span className="min-w-0 flex-1">
        <bdi className="clip-line block font-medium">{user.fullName}</bdi>
        <bdi className="clip-line block text-xs text-ink-subtle">@{user.username}</bdi>
      </span>
      <Button
        isBusy={isPending}
        aria-label={t(settingsTexts.unblockName, { name: user.fullName })}
        onClick={() => void unblock()}
      >
        {t(settingsTexts.unblock)}
      </Button>
    </li>
  );
}
