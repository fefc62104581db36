import { fileContentPath, isTextFile, type File } from "@colbin/protocol";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { account } from "#web/lib/api/account.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { useMediaLoad } from "#web/lib/api/use-media-load.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { fileDetailsTexts } from "./details-texts.ts";
import { sizeText, typeLooks } from "./file-words.ts";
import { expiredText, withheldTexts, reloadText } from "./shown-texts.ts";

/** Bytes of a text that are read. */
const TEXT_BYTES = 64_000;

/** A file as far as the browser can show it by itself. */
export function FilePreview({ file }: { file: File }) {
  const { id, name, mediaType, type, status, isExpired } = file;
  const { holder, hasFailed, fail, retry } = useMediaLoad(id);
  if (status !== "ready")
    return <NoPreview file={file} reason={isExpired ? expiredText : withheldTexts[status]} />;
  if (hasFailed)
    return (
      <NoPreview ref={holder} file={file} reason={fileDetailsTexts.previewFailed} onRetry={retry} />
    );
  const image = imageOf(file);
  if (image !== undefined)
    return (
      <img
        ref={holder}
        src={image}
        alt={t(fileDetailsTexts.preview, { name })}
        width={file.width}
        height={file.height}
        onError={fail}
        className="h-auto max-h-[60vh] w-full rounded-md bg-sunken object-contain inset-ring inset-ring-line"
      />
    );
  if (type === "video" || type === "audio") {
    const Player = type;
    return (
      <Player
        ref={holder}
        controls
        preload="metadata"
        src={fileContentPath(id)}
        aria-label={t(fileDetailsTexts.preview, { name })}
        onError={fail}
        className="max-h-[60vh] w-full rounded-md"
      />
    );
  }
  if (isTextFile(mediaType)) return <TextPreview file={file} />;
  return <NoPreview file={file} reason={fileDetailsTexts.noPreview} />;
}

/** As the server made it: what was uploaded is never drawn itself. */
function imageOf({ id, variants }: File): string | undefined {
  const variant = (["preview1280", "pdfPage"] as const).find((each) => variants.includes(each));
  return variant && fileContentPath(id, { variant });
}

interface NoPreviewProps {
  ref?: Ref<HTMLDivElement>;
  file: File;
  reason: Text;
  /** Where it may come the next time. */
  onRetry?: () => unknown;
}

function NoPreview({ ref, file, reason, onRetry }: NoPreviewProps) {
  const { icon: Icon, className } = typeLooks[file.type];
  return (
    <div
      ref={ref}
      className="grid justify-items-center gap-2 rounded-md bg-sunken px-4 py-8 text-center inset-ring inset-ring-line"
    >
      <span
        aria-hidden="true"
        className={`grid size-12 place-items-center rounded-lg ${className}`}
      >
        <Icon className="size-6" />
      </span>
      <p className="text-ink-muted">{t(reason)}</p>
      {onRetry && <Button onClick={() => void onRetry()}>{t(reloadText)}</Button>}
    </div>
  );
}

/** The beginning of a text. It is asked for in a range, and never drawn as what it may be. */
function TextPreview({ file }: { file: File }) {
  const { id, name, size } = file;
  const userId = useStore(account.session, ({ user }) => user?.id);
  const { data, error, refetch } = useQuery(
    {
      queryKey: [userId, account.workspaceId(), "file text", id],
      queryFn: async ({ signal }) => readBeginning(id, signal),
      staleTime: Infinity,
    },
    queryClient,
  );
  useConnectionBack(error !== null, refetch);
  if (error)
    return <NoPreview file={file} reason={fileDetailsTexts.previewFailed} onRetry={refetch} />;
  if (data === undefined)
    return (
      <p className="late grid h-24 place-items-center rounded-md bg-sunken">
        <Spinner />
      </p>
    );
  return (
    <figure
      aria-label={t(fileDetailsTexts.preview, { name })}
      className="rounded-md bg-sunken inset-ring inset-ring-line"
    >
      <ScrollRegion className="max-h-[50vh] rounded-md px-3 py-2.5">
        <pre
          dir="auto"
          className="font-mono text-sm leading-5 text-code [font-variant-ligatures:none] [tab-size:2]"
        >
          {data}
        </pre>
      </ScrollRegion>
      {size > TEXT_BYTES && (
        <figcaption className="border-t border-line px-3 py-1.5 text-xs text-ink-subtle">
          {t(fileDetailsTexts.textCut, { size: sizeText(TEXT_BYTES) })}
        </figcaption>
      )}
    </figure>
  );
}

async function readBeginning(id: File["id"], signal: AbortSignal): Promise<string> {
  const headers = { range: `bytes=0-${TEXT_BYTES - 1}` };
  const reply = await fetch(fileContentPath(id), { headers, signal });
  if (!reply.ok) throw new Error(`The beginning of a file was answered with ${reply.status}`);
  // A sign may be cut at the end.
  return new TextDecoder().decode(await reply.arrayBuffer(), { stream: true });
}
