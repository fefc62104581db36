import type { GuestLink } from "@colbin/protocol";
import { Link2Off, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { CreateGuestLinkDialog } from "./CreateGuestLinkDialog.tsx";
import { guestLevelTexts, guestLinkTexts } from "./texts.ts";

interface GuestLinksProps {
  slug: string;
}

/** For those who lead a room that takes guests: the links by which somebody may come now (rules-rooms 39). */
export function GuestLinks({ slug }: GuestLinksProps) {
  const { data: settings } = useCall("getRoomSettings", { params: { slug } });
  const isOpen =
    settings?.allowGuests && settings.workspaceAllowsGuests && settings.accessType !== "PRIVATE";
  return isOpen ? <Links slug={slug} /> : null;
}

function Links({ slug }: GuestLinksProps) {
  const params = { slug };
  const { data, error, refetch } = useCall("listGuestLinks", { params });
  const { act: close } = useAct("closeGuestLink", ["listGuestLinks", "listParticipants"]);
  const [asked, setAsked] = useState<"new" | GuestLink>();
  const end = () => setAsked(undefined);
  return (
    <section aria-labelledby="guest-links" className="grid gap-2 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id="guest-links" className="text-md font-strong">
          {t(guestLinkTexts.links)}
        </h3>
        <Button size="header" onClick={() => setAsked("new")}>
          <Plus aria-hidden="true" />
          {t(guestLinkTexts.create)}
        </Button>
      </div>
      <p className="text-ink-muted">{t(guestLinkTexts.about)}</p>
      {!data && error && (
        <ErrorState
          title={t(guestLinkTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <TableBones label={t(guestLinkTexts.links)} />}
      {data?.results.length === 0 && <p className="text-ink-subtle">{t(guestLinkTexts.none)}</p>}
      <ul className="divide-y divide-line">
        {data?.results.map((link) => (
          <LinkRow key={link.id} link={link} onClose={() => setAsked(link)} />
        ))}
      </ul>
      {asked === "new" && <CreateGuestLinkDialog slug={slug} onClose={end} />}
      {typeof asked === "object" && (
        <FormDialog
          title={t(guestLinkTexts.closeTitle)}
          text={t(guestLinkTexts.closeText)}
          verb={t(guestLinkTexts.close)}
          isDanger
          onConfirm={() => close({ params: { slug, linkId: asked.id } })}
          onClose={end}
        />
      )}
    </section>
  );
}

function LinkRow({ link, onClose }: { link: GuestLink; onClose: () => void }) {
  const { accessLevel, expiresAt, createdBy: name, uses: n, maxUses: max } = link;
  const date = formatDate(new Date(expiresAt), "date");
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {t(guestLinkTexts.facts, { level: t(guestLevelTexts[accessLevel]), date })}
        </p>
        <p className="text-xs wrap-anywhere text-ink-subtle" dir="auto">
          {max === null
            ? t(guestLinkTexts.made, { name, n })
            : t(guestLinkTexts.madeOf, { name, n, max })}
        </p>
      </div>
      <IconButton label={t(guestLinkTexts.closeNamed, { name, date })} onClick={onClose}>
        <Link2Off aria-hidden="true" />
      </IconButton>
    </li>
  );
}
