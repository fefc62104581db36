import { CUSTOM_EMOJI_MAX, isLeading, type CustomEmoji } from "@colbin/protocol";
import { Plus, SmilePlus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { SettingsColumn } from "#web/features/settings/SettingsColumn.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { emojiPageTexts } from "./emoji-texts.ts";

const AddEmojiDialog = lazyPart(() => import("./AddEmojiDialog.tsx"), "AddEmojiDialog");
const RemoveEmojiDialog = lazyPart(() => import("./RemoveEmojiDialog.tsx"), "RemoveEmojiDialog");

/** `/settings/organizations/{orgId}/emoji`: all see them, OWNER and ADMINs change them (rules-messages 26). */
export function EmojiPage() {
  const { id: orgId, role } = useOpenOrganization();
  const { data, error, refetch } = useCall("listEmoji", { params: { orgId } });
  useNews("listEmoji", "emoji");
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<CustomEmoji>();
  const mayChange = isLeading(role);
  const count = data?.results.length ?? 0;
  return (
    <SettingsColumn>
      {data ? (
        <SettingsSection
          title={t(emojiPageTexts.title)}
          tools={<Tools count={count} {...(mayChange && { onAdd: () => setAdding(true) })} />}
        >
          {count === 0 ? (
            <EmptyState
              icon={SmilePlus}
              title={t(emojiPageTexts.none)}
              text={t(mayChange ? emojiPageTexts.noneText : emojiPageTexts.noneForMember)}
            />
          ) : (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-1 p-2">
              {data.results.map((each) => (
                <Tile
                  key={each.id}
                  emoji={each}
                  {...(mayChange && { onRemove: () => setRemoved(each) })}
                />
              ))}
            </ul>
          )}
        </SettingsSection>
      ) : error ? (
        <ErrorState
          title={t(emojiPageTexts.failed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <TableBones label={t(emojiPageTexts.title)} />
      )}
      {isAdding && <AddEmojiDialog orgId={orgId} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveEmojiDialog orgId={orgId} emoji={removed} onClose={() => setRemoved(undefined)} />
      )}
    </SettingsColumn>
  );
}

function Tools({ count, onAdd }: { count: number; onAdd?: () => void }) {
  const isFull = count >= CUSTOM_EMOJI_MAX;
  return (
    <span className="flex items-center gap-3">
      {count > 0 && (
        <span className="text-ink-subtle tabular-nums">
          {t(emojiPageTexts.count, { n: count, max: CUSTOM_EMOJI_MAX })}
        </span>
      )}
      {onAdd && (
        <Button
          aria-disabled={isFull}
          data-tooltip={isFull ? t(emojiPageTexts.full) : undefined}
          onClick={() => !isFull && onAdd()}
        >
          <Plus className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
          {t(emojiPageTexts.add)}
        </Button>
      )}
    </span>
  );
}

function Tile({ emoji, onRemove }: { emoji: CustomEmoji; onRemove?: () => void }) {
  const code = `:${emoji.name}:`;
  return (
    <li className="flex h-11 min-w-0 items-center gap-2.5 rounded-sm ps-2 pe-1 hover:bg-hover">
      <img src={emoji.address} alt="" loading="lazy" className="size-7 flex-none object-contain" />
      <span className="clip-line flex-1" title={code}>
        {code}
      </span>
      {onRemove && (
        <IconButton label={t(emojiPageTexts.remove, { code })} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
