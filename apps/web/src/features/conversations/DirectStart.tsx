import { toApiError, type ApiError } from "@colbin/client";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { CheckingAccess } from "#web/features/access-requests/CheckingAccess.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { openDirect } from "./open-conversation.ts";
import { pageTexts } from "./page-texts.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `/chat/@{usernameOrId}`: goes on to the direct room with that person (rules-rooms 28). */
export function DirectStart({ who }: { who: string }) {
  const navigate = useNavigate();
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<{ readonly tries: number; readonly error: ApiError }>();
  const handleRoom = useEffectEvent((slug: string) => {
    void navigate(roomPath(slug), { replace: true });
  });
  useEffect(() => {
    let isCurrent = true;
    const person = uuid.test(who) ? { userId: who as never } : { username: who };
    openDirect(person).then(
      (slug) => isCurrent && handleRoom(slug),
      (cause: unknown) => isCurrent && setFailed({ tries, error: toApiError(cause) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [who, tries]);
  return (
    <>
      <div className="flex h-header flex-none items-center ps-gutter max-pair:px-1">
        <BackToRooms />
      </div>
      {failed?.tries === tries ? (
        <ErrorState
          title={t(pageTexts.openFailed)}
          text={errorText(failed.error)}
          onRetry={() => setTries(tries + 1)}
        />
      ) : (
        <CheckingAccess />
      )}
    </>
  );
}
