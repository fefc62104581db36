import {
  Building2,
  Hash,
  Heart,
  History,
  Lightbulb,
  Smile,
  ThumbsUp,
  type LucideIcon,
} from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { EmojiSection } from "./emoji-rows.ts";
import { emojiTexts } from "./texts.ts";

type Category = Exclude<EmojiSection, "found">;

const icons: Readonly<Record<Category, LucideIcon>> = {
  recent: History,
  custom: Building2,
  smileys: Smile,
  gestures: ThumbsUp,
  hearts: Heart,
  objects: Lightbulb,
  symbols: Hash,
};

interface EmojiTabsProps {
  sections: readonly Category[];
  current: EmojiSection | undefined;
  onChoose: (section: Category) => void;
}

/** Ways into one long list. */
export function EmojiTabs({ sections, current, onChoose }: EmojiTabsProps) {
  return (
    <div
      role="group"
      aria-label={t(emojiTexts.categories)}
      className="flex gap-0.5 border-b border-line px-2 py-1"
    >
      {sections.map((section) => {
        const Icon = icons[section];
        return (
          <IconButton
            key={section}
            label={t(emojiTexts[section])}
            aria-pressed={section === current}
            className="w-auto! flex-1! aria-pressed:bg-accent-soft! aria-pressed:text-accent-ink!"
            onClick={() => onChoose(section)}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}
