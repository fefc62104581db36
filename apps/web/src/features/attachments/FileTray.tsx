import type { Upload } from "@colbin/client";
import { useRef, useState, type RefObject } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { uploads, trayFiles } from "#web/lib/device/uploads.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { trayTexts } from "#web/features/files/tray-texts.ts";
import { TrayItem } from "./TrayItem.tsx";

const DescribeDialog = lazyPart(() => import("./DescribeDialog.tsx"), "DescribeDialog");

interface FileTrayProps {
  /** The name of the composer's draft. */
  at: string;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Over the text: the files of the message that is being written. */
export function FileTray({ at, field }: FileTrayProps) {
  const all = useStore(uploads.store, (value) => value);
  const files = trayFiles(all, at);
  const [described, setDescribed] = useState<Upload>();
  const list = useRef<HTMLUListElement>(null);
  const done = files.filter(({ type }) => type).length;
  const failed = files.filter(({ failure }) => failure).length;

  /** The focus goes on to the next file. */
  function remove(file: Upload): void {
    const items = [...(list.current?.children ?? [])];
    const index = files.indexOf(file);
    const next = items[index + 1] ?? items[index - 1];
    (next?.querySelector<HTMLElement>("[data-remove]") ?? field.current)?.focus();
    uploads.cancel([file.id]);
  }

  return (
    <>
      <ul
        ref={list}
        aria-label={t(trayTexts.tray)}
        className="scroll-area grid max-h-56 grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-2 overflow-y-auto px-2.5 pt-2.5 max-pair:max-h-40 max-pair:px-2 max-pair:pt-2"
      >
        {files.map((file) => (
          <TrayItem
            key={file.id}
            file={file}
            onRemove={() => remove(file)}
            onDescribe={() => setDescribed(file)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {t(trayTexts.status, { n: files.length, done, failed })}
      </p>
      {described && <DescribeDialog file={described} onClose={() => setDescribed(undefined)} />}
    </>
  );
}
