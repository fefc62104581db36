import type { Notification } from "@colbin/protocol";
import type { ReactNode } from "react";
import { dayLabel } from "#web/features/messages/day-label.ts";
import { dayKey } from "#web/lib/language/dates.ts";
import { useToday } from "#web/lib/language/use-today.ts";

interface DaysProps {
  results: readonly Notification[];
  /** The level of their headings. */
  titleAs: "h2" | "h3";
  renderRow: (notification: Notification) => ReactNode;
}

/** Notifications below the days of their last change. */
export function Days({ results, titleAs: Title, renderRow }: DaysProps) {
  const today = useToday();
  const days = Map.groupBy(results, ({ updatedAt }) => dayKey(new Date(updatedAt)));
  return [...days].map(([key, ofDay]) => (
    <section key={key}>
      <Title className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-ink-subtle">
        {dayLabel(new Date(ofDay[0]?.updatedAt ?? key), today)}
      </Title>
      <ul>
        {ofDay.map((notification) => (
          <li key={notification.id}>{renderRow(notification)}</li>
        ))}
      </ul>
    </section>
  ));
}
