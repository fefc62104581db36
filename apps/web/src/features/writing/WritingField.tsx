import type { RoomId } from "@colbin/protocol";
import clsx from "clsx";
import { useState, type ComponentProps, type ReactNode, type RefObject } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { ComposerCount } from "./ComposerCount.tsx";
import type { useWriting } from "./use-writing.ts";

const WritingTools = lazyPart(() => import("./WritingTools.tsx"), "WritingTools");
const FormatRow = lazyPart(() => import("./FormatRow.tsx"), "FormatRow");
const Suggestions = lazyPart(() => import("./Suggestions.tsx"), "Suggestions");

interface WritingFieldProps extends ComponentProps<"textarea"> {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: Pick<
    ReturnType<typeof useWriting>,
    "at" | "text" | "setText" | "length" | "takesCommands"
  >;
  maxChars: number;
  roomId: RoomId;
  /** The formats take a row of their own on a wide screen too. */
  isFolded?: boolean;
  /** Over the text. */
  above?: ReactNode;
  /** Before the tools that change the text. */
  firstTool?: ReactNode;
  /** Behind the tools that change the text. */
  tools?: ReactNode;
  /** At the end of the row of tools, after the count. */
  children: ReactNode;
}

/** Where one writes a message: it grows with the text, and has its tools below. */
export function WritingField(props: WritingFieldProps) {
  const {
    field,
    writing,
    maxChars,
    roomId,
    isFolded = false,
    above,
    firstTool,
    tools,
    disabled = false,
    className,
    children,
    ...rest
  } = props;
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery(narrowQuery);
  const folded = isFolded || isNarrow ? { isOpen, onToggle: () => setOpen(!isOpen) } : undefined;
  return (
    <div
      data-surface=""
      className={clsx(
        "relative rounded-lg inset-ring transition-[box-shadow] duration-fast focus-within:inset-ring-[1.5px] focus-within:inset-ring-focus max-pair:rounded-[0.875rem]",
        disabled ? "bg-sunken inset-ring-line" : "bg-field inset-ring-line-strong",
      )}
    >
      <Suggestions
        need={/^\s*\/|[:@＠#]/.test(writing.text) ? 1 : 0}
        field={field}
        at={writing.at}
        text={writing.text}
        roomId={roomId}
        takesCommands={writing.takesCommands}
        renderFailed={() => null}
      />
      {above}
      {folded?.isOpen && !disabled && <FormatRow field={field} />}
      <textarea
        {...rest}
        // The buttons have keys of their own.
        data-scope="composer"
        ref={field}
        rows={1}
        dir="auto"
        disabled={disabled}
        value={writing.text}
        onChange={(event) => writing.setText(event.target.value)}
        className={clsx(
          "field-sizing-content scroll-area block min-h-11 w-full resize-none px-3.5 pt-3 pb-1 text-body outline-none coarse:text-read",
          className,
        )}
      />
      <div className="flex flex-wrap items-center gap-px px-1.5 pt-0.75 pb-1.5 max-pair:px-1 max-pair:pt-0 max-pair:pb-1">
        <WritingTools field={field} isDisabled={disabled} folded={folded} first={firstTool}>
          {tools}
        </WritingTools>
        <div className="ms-auto flex flex-none items-center gap-2">
          <ComposerCount length={writing.length} maxChars={maxChars} />
          {children}
        </div>
      </div>
    </div>
  );
}
