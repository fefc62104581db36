import { Button } from "#web/design/button/Button.tsx";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { t } from "#web/lib/language/i18n.ts";

interface MoreRoomsProps {
  hasFailed: boolean;
  onLoad: () => void;
}

/** The last row of a list that has more: in sight it loads by itself. Mount it anew for each page. */
export function MoreRooms({ hasFailed, onLoad }: MoreRoomsProps) {
  return (
    <li
      ref={(row) => {
        const observer = new IntersectionObserver(([entry]) => {
          // After a failure the person asks again: a row in view would ask without end.
          if (entry?.isIntersecting && !hasFailed) onLoad();
        });
        if (row) observer.observe(row);
        return () => observer.disconnect();
      }}
      className="flex min-h-11 items-center justify-between gap-2.5 ps-3 pe-1.5 text-ink-muted"
    >
      <span role="status">{hasFailed && t(lateRoomTexts.moreFailed)}</span>
      <Button size="sm" onClick={onLoad}>
        {t(hasFailed ? lateRoomTexts.moreRetry : lateRoomTexts.more)}
      </Button>
    </li>
  );
}
