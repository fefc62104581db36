import type { ApiError } from "@colbin/client";
import { buttonLook } from "#web/design/button/button-look.ts";
import { Link } from "#web/design/button/Link.tsx";
import { PopoverSurface } from "#web/design/overlay/PopoverSurface.tsx";
import { presenceText, statusText } from "#web/features/presence/last-seen.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { usePerson } from "#web/features/presence/use-person.ts";
import { account } from "#web/lib/api/account.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { peopleTexts } from "./texts.ts";

interface PersonCardProps extends PersonFactsProps {
  isOpen: boolean;
  container: HTMLElement;
  opener: HTMLElement;
}

/** Somebody beside their name: how they are called, whether they are there, and the way to write to them. */
export function PersonCard({ id, name, onClose, ...place }: PersonCardProps) {
  return (
    <PopoverSurface
      {...place}
      label={t(peopleTexts.card, { name })}
      side="bottom"
      align="start"
      isAtOpener
      onClose={onClose}
    >
      {place.isOpen && <PersonFacts id={id} name={name} onClose={onClose} />}
    </PopoverSurface>
  );
}

interface PersonFactsProps {
  id: string;
  /** By which they stood where the card was opened. */
  name: string;
  onClose: () => void;
}

function PersonFacts({ id, name: told, onClose }: PersonFactsProps) {
  const person = usePerson(id);
  const { data: profile, error } = useCall("getUser", { params: { sessionUserId: id } });
  const isOwn = useStore(account.session, ({ user }) => user?.id === id);
  const now = new Date(useMinute());
  const name = person?.fullName ?? profile?.fullName ?? told;
  const status = person && statusText(person);
  const username = profile?.isGuest ? t(peopleTexts.guest) : profile && `@${profile.username}`;
  return (
    <div className="grid w-72 max-w-full gap-3 p-4">
      <div className="flex gap-3">
        <PersonAvatar size="card" id={id} name={name} picture={profile?.avatar_url ?? null} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <bdi className="block text-md font-strong">{name}</bdi>
          <p className="min-h-4.5 text-ink-muted">
            <bdi>{error ? failureText(error) : username}</bdi>
          </p>
          {person && <p className="text-ink-subtle">{presenceText(person, now)}</p>}
        </div>
      </div>
      {[status, profile?.bio].filter(Boolean).map((line) => (
        <p key={line} dir="auto" className="wrap-anywhere text-ink-muted">
          {line}
        </p>
      ))}
      {profile && !profile.isGuest && !isOwn && !isLinkGuest() && (
        <Link to={roomPath(`@${id}`)} className={buttonLook({ isBlock: true })} onClick={onClose}>
          {t(peopleTexts.message)}
        </Link>
      )}
    </div>
  );
}

function failureText({ code, message }: ApiError): string {
  return code === "USER_NOT_FOUND" ? t(peopleTexts.unseen) : message;
}
