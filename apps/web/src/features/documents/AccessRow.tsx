import type { Document, ParticipantAccessLevel } from "@colbin/protocol";
import { Building2, Hash, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import {
  isLastOwner,
  levelOptions,
  levelsUpTo,
  type Access,
  type AccessEntry,
} from "./access-levels.ts";
import { shareTexts } from "./share-texts.ts";

interface AccessRowProps {
  document: Document;
  access: Access;
  entry: AccessEntry;
  isSelf: boolean;
  /** Null takes the level away. */
  onChange: (level: ParticipantAccessLevel | null) => void;
}

/** Somebody who was given a level on a document, and what may be done about that. */
export function AccessRow({ document, access, entry, isSelf, onChange }: AccessRowProps) {
  const { principal, id, name, level } = entry;
  const options = levelsUpTo(document.level, principal);
  const isLast = isLastOwner(document, access, entry);
  return (
    <li className="flex min-h-11 items-center gap-2.75">
      {principal === "user" ? (
        <PersonAvatar id={id} name={name} size="row" />
      ) : (
        <Mark>
          {principal === "room" ? <Hash className="icon-sm" /> : <Building2 className="icon-sm" />}
        </Mark>
      )}
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere">
          {isSelf ? t(shareTexts.you, { name }) : name}
        </bdi>
        {principal === "room" && (
          <span className="block text-xs text-ink-subtle">{t(shareTexts.room)}</span>
        )}
      </span>
      {isLast || !options.includes(level) ? (
        <span className="flex-none pe-2 text-ink-subtle">
          {t(isLast ? shareTexts.lastOwner : detailLevels[level])}
        </span>
      ) : (
        <>
          <Select
            look="cell"
            className="flex-none"
            label={t(shareTexts.levelOf, { name })}
            options={levelOptions(options)}
            value={level}
            onChange={onChange}
          />
          <IconButton label={t(shareTexts.removeNamed, { name })} onClick={() => onChange(null)}>
            <X className="icon-sm" aria-hidden="true" />
          </IconButton>
        </>
      )}
    </li>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 flex-none place-items-center rounded-sm bg-hover text-ink-subtle max-pair:size-8.5"
    >
      {children}
    </span>
  );
}
