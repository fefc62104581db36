import type { ReplyOf } from "@colbin/protocol";
import { useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { DetailsSection } from "#web/features/rooms/DetailsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { displayZone } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { DayBars, dayText, numberText, type Days } from "./DayBars.tsx";
import { statisticsTexts } from "./statistics-texts.ts";

type Statistics = ReplyOf<"getMessageStatistics">;

const spans = ["7", "30", "90"] as const;

/** How much is written in the room, by day, and by whom. */
export function StatisticsPart({ slug }: { slug: string }) {
  const [span, setSpan] = useState<(typeof spans)[number]>("30");
  const timeZone = displayZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = { days: Number(span), timeZone };
  const { data, error, refetch } = useCall(
    "getMessageStatistics",
    { params: { slug }, query },
    { isPaged: true },
  );
  return (
    <DetailsSection title={t(statisticsTexts.title)}>
      <div>
        <Segmented
          label={t(statisticsTexts.span)}
          options={spans.map((value) => ({ value, label: t(statisticsTexts.days, { n: value }) }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      {data && <Counted statistics={data} />}
      {error && !data && (
        <ErrorState
          title={t(statisticsTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <div role="status" aria-label={t(statisticsTexts.loading)}>
          <Skeleton className="h-40 w-full rounded-md" />
        </div>
      )}
    </DetailsSection>
  );
}

function Counted({ statistics }: { statistics: Statistics }) {
  const { perDay, totalMessages, reactions, files, topAuthors } = statistics;
  const [isTable, setTable] = useState(false);
  if (totalMessages === 0)
    return <p className="py-2 text-md text-ink-muted">{t(statisticsTexts.empty)}</p>;
  return (
    <>
      {isTable ? <DayTable days={perDay} /> : <DayBars days={perDay} />}
      <TextButton onClick={() => setTable(!isTable)} className="justify-self-start">
        {t(isTable ? statisticsTexts.asChart : statisticsTexts.asTable)}
      </TextButton>
      <dl className="grid grid-cols-3 gap-2">
        <Figure name={t(statisticsTexts.messages)} count={totalMessages} />
        <Figure name={t(statisticsTexts.reactions)} count={reactions} />
        <Figure name={t(statisticsTexts.files)} count={files} />
      </dl>
      <h3 id="statistics-authors" className="pt-2 text-xs font-medium text-ink-subtle">
        {t(statisticsTexts.authors)}
      </h3>
      <ol aria-labelledby="statistics-authors" className="grid">
        {topAuthors.map(({ authorId, authorName, authorAvatar, count }) => (
          <li key={authorId} className="flex min-h-8 items-center gap-2.5">
            <Face id={authorId} name={authorName} picture={authorAvatar} size="xs" />
            <bdi className="min-w-0 flex-1 truncate">{authorName}</bdi>
            <span className="text-ink-muted tabular-nums">{numberText(count)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt className="text-xs text-ink-subtle">{name}</dt>
      <dd className="text-body font-strong tabular-nums">{numberText(count)}</dd>
    </div>
  );
}

/** The same numbers to read, the newest day first. */
function DayTable({ days }: { days: Days }) {
  return (
    <table aria-label={t(statisticsTexts.title)} className="w-full text-start">
      <thead className="text-xs text-ink-subtle">
        <tr>
          <th scope="col" className="py-1 text-start font-medium">
            {t(statisticsTexts.day)}
          </th>
          <th scope="col" className="py-1 text-end font-medium">
            {t(statisticsTexts.messages)}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, count }) => (
          <tr key={date} className="border-t border-line">
            <th scope="row" className="py-1 text-start font-regular">
              {dayText(date)}
            </th>
            <td className="py-1 text-end tabular-nums">{numberText(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
