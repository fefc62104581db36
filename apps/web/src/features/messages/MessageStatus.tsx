import type { MessageState } from "@colbin/protocol";
import { Check, CheckCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { messageTexts } from "./texts.ts";

interface MessageStatusProps {
  status: Exclude<MessageState, "failed">;
  /** In the place of its word. */
  label?: string | undefined;
}

/** Under the own last message. */
export function MessageStatus({ status, label }: MessageStatusProps) {
  return (
    <p className="mt-0.5 flex items-center gap-1 text-2xs text-ink-subtle">
      {icons[status]}
      {label ?? t(messageTexts[status])}
    </p>
  );
}

const icon = "icon-sm stroke-2";
const icons: Record<Exclude<MessageState, "failed">, ReactNode> = {
  sending: <Spinner className={icon} />,
  sent: <Check className={icon} aria-hidden="true" />,
  delivered: <CheckCheck className={icon} aria-hidden="true" />,
  seen: <CheckCheck className={`${icon} text-seen`} aria-hidden="true" />,
};
