import type { File } from "@colbin/protocol";
import type { ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { fileDetailsTexts } from "./details-texts.ts";
import { sizeText } from "./file-words.ts";
import { unscannedText } from "./shown-texts.ts";
import { fileTexts } from "./texts.ts";

export function FileFacts({ file }: { file: File }) {
  const { ownerName, place, size, type, width, height, mediaType, createdAt, isUnscanned } = file;
  const format = (n: number) => n.toLocaleString(displayLocale());
  // The measures of a PDF are those of its drawn page.
  const hasPixels = type === "image" || type === "video";
  const measures = hasPixels && width && height ? `, ${format(width)} × ${format(height)}` : "";
  return (
    <dl className="grid divide-y divide-line">
      <Fact name={t(fileTexts.sharedBy)}>{ownerName}</Fact>
      <Fact name={t(fileDetailsTexts.in)}>
        {place ? (
          <Link to={roomPath(place.sessionRoomSlug)} className="text-link">
            {place.roomTitle}
          </Link>
        ) : (
          t(fileTexts.onlyYou)
        )}
      </Fact>
      <Fact name={t(fileTexts.size)}>{`${sizeText(size)}${measures}`}</Fact>
      <Fact name={t(fileDetailsTexts.kind)}>{mediaType.replace(/;.*/, "")}</Fact>
      {isUnscanned && <Fact name={t(fileDetailsTexts.checked)}>{t(unscannedText)}</Fact>}
      <Fact name={t(fileDetailsTexts.added)}>{formatDate(new Date(createdAt), "dayClock")}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.75">
      <dt className="flex-none text-ink-subtle">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
