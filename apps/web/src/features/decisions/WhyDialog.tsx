import { addressOf } from "@colbin/client";
import type { ChannelDecision, MessageId, NotificationChannel, RoomId } from "@colbin/protocol";
import { Inbox, Laptop, Mail, MessageSquare, Webhook, type LucideIcon } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { channelTexts, decisionTexts, reasonTexts, resultTexts } from "./decision-texts.ts";

interface WhyDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

const icons: Readonly<Record<NotificationChannel, LucideIcon>> = {
  IN_APP: Inbox,
  PUSH: Laptop,
  EMAIL: Mail,
  SMS: MessageSquare,
  WEBHOOK: Webhook,
};

/** Why the person was, or was not, notified of a message, by channel. */
export function WhyDialog({ roomId, messageId, onClose }: WhyDialogProps) {
  const sessionRoomSlug = useStore(chat.store, (state) => addressOf(state, roomId));
  const query = { sessionRoomSlug, messageId };
  const { data, error } = useCall("getNotificationDecision", { query });
  const isTold = data?.decisions.some(({ result }) => result !== "skip") ?? true;
  return (
    <Dialog
      title={t(isTold ? decisionTexts.why : decisionTexts.whyNot)}
      onClose={onClose}
      foot={
        <>
          <p className="flex-1 text-ink-muted">{t(decisionTexts.onlyYou)}</p>
          <Link
            to="/settings/notifications"
            className="font-medium text-accent-ink hover:underline"
          >
            {t(decisionTexts.settings)}
          </Link>
        </>
      }
    >
      {error && <Note>{errorText(error)}</Note>}
      {!data && !error && <Spinner />}
      {data && (
        <ul className="grid gap-3.5">
          {data.decisions.map((decision) => (
            <Row key={decision.channel} {...decision} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Row({ channel, result, reason, at }: ChannelDecision) {
  const Icon = icons[channel];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
      <Icon aria-hidden="true" className="row-span-2 mt-0.5 text-ink-muted" />
      <span className="flex flex-wrap gap-x-2 font-medium">
        {t(channelTexts[channel])}
        <span className="font-normal text-ink-subtle">{t(resultTexts[result])}</span>
      </span>
      {at === null ? (
        <span />
      ) : (
        <time dateTime={at} className="text-xs leading-5 text-ink-subtle">
          {formatDate(new Date(at), "clock")}
        </time>
      )}
      <span className="col-span-2 text-ink-muted">{t(reasonTexts[reason])}</span>
    </li>
  );
}
