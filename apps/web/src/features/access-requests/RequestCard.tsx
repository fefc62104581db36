import type { AccessRequest } from "@colbin/protocol";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { requestKinds, requestTexts } from "./request-texts.ts";
import { RequestAnswers } from "./RequestAnswers.tsx";

/** The request of one person, in their words, and the two answers. */
export function RequestCard({ request }: { request: AccessRequest }) {
  const { id, user, type, accessLevel, message, createdAt, document } = request;
  const name = user.fullName;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 px-gutter py-3.5">
      <span className="row-span-4 flex items-start">
        <PersonAvatar id={user.sessionUserId} name={name} picture={user.avatar_url} size="row" />
      </span>
      <p className="flex items-baseline gap-2">
        <bdi className="clip-line min-w-0 flex-1 font-strong">{name}</bdi>
        <time dateTime={createdAt} className="text-xs whitespace-nowrap text-ink-subtle">
          {timeText(new Date(createdAt))}
        </time>
      </p>
      <p className="text-xs text-ink-subtle">
        @{user.username} · {t(document ? requestTexts.wantsAccess : requestKinds[type])} ·{" "}
        {t(requestTexts.asked, { level: t(detailLevels[accessLevel]) })}
      </p>
      {message && (
        <p dir="auto" className="my-1 text-md wrap-anywhere">
          {message}
        </p>
      )}
      <div className="mt-1.5 flex gap-1.5">
        <RequestAnswers id={id} name={name} />
      </div>
    </li>
  );
}

function timeText(at: Date): string {
  return formatDate(at, dayKey(at) === dayKey(new Date()) ? "clock" : "date");
}
