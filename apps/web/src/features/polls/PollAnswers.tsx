import { X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { isComposing } from "#web/lib/actions/composition.ts";
import { t } from "#web/lib/language/i18n.ts";
import { askTexts } from "./texts.ts";

interface PollAnswersProps {
  answers: readonly string[];
  min: number;
  max: number;
  /** Characters of one answer. */
  maxLength: number;
  onChange: (answers: readonly string[]) => void;
}

/** The answers of a poll, one field each; Enter in the last one adds another. */
export function PollAnswers({ answers, min, max, maxLength, onChange }: PollAnswersProps) {
  const list = useRef<HTMLDivElement>(null);
  const focus = (place: number): void =>
    list.current?.querySelectorAll<HTMLElement>("input")[place]?.focus();
  function replace(next: readonly string[], place: number): void {
    flushSync(() => onChange(next));
    focus(place);
  }
  const add = (): void => replace([...answers, ""], answers.length);
  const isDouble = (answer: string, place: number): boolean =>
    answer.trim() !== "" && answers.findIndex((each) => each.trim() === answer.trim()) < place;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t(askTexts.answers)}</legend>
      <div ref={list} className="grid gap-1.5">
        {answers.map((answer, place) => (
          <div key={place} className="flex items-start gap-1.5">
            <TextField
              label={t(askTexts.answer, { n: place + 1 })}
              isLabelHidden
              dir="auto"
              className="min-w-0 flex-1"
              maxLength={maxLength}
              value={answer}
              error={isDouble(answer, place) ? t(askTexts.same) : undefined}
              onChange={(next) => onChange(answers.with(place, next))}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                if (isComposing(event.nativeEvent)) return;
                if (place < answers.length - 1) focus(place + 1);
                else if (answer.trim() !== "" && answers.length < max) add();
              }}
            />
            <IconButton
              size="md"
              label={t(askTexts.remove, { n: place + 1 })}
              disabled={answers.length <= min}
              onClick={() => replace(answers.toSpliced(place, 1), Math.max(0, place - 1))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </div>
      <p className="mt-1.5 flex items-center justify-between gap-3">
        <TextButton hidden={answers.length >= max} onClick={add}>
          {t(askTexts.add)}
        </TextButton>
        <span className="text-xs text-ink-subtle tabular-nums">
          {t(askTexts.count, { n: answers.length, max })}
        </span>
      </p>
    </fieldset>
  );
}
