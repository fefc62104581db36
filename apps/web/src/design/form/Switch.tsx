import { useId } from "react";
import { busyProps } from "#web/design/button/busy-props.ts";

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The new value is shown and not kept yet: the switch waits. */
  isBusy?: boolean;
  isDisabled?: boolean;
}

/** On or off, at once: its words at the start, itself at the end. */
export function Switch(props: SwitchProps) {
  const { label, hint, isOn, onChange, isBusy = false, isDisabled = false } = props;
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-6">
      <label htmlFor={id} className="min-w-0 cursor-pointer">
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="mt-px block text-xs text-ink-subtle">
            {hint}
          </span>
        )}
      </label>
      <button
        type="button"
        id={id}
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...busyProps(isBusy, { disabled: isDisabled, onClick: () => onChange(!isOn) })}
        data-mark=""
        className="relative h-5 w-8.5 flex-none rounded-full bg-control transition-[background-color] duration-base before:absolute before:-inset-1.25 after:absolute after:start-0.5 after:top-0.5 after:size-4 after:rounded-full after:bg-on-accent after:transition-[translate] after:duration-base aria-busy:opacity-60 aria-checked:bg-accent aria-checked:after:translate-x-3.5 disabled:bg-line-strong coarse:before:-inset-3 rtl:aria-checked:after:-translate-x-3.5"
      />
    </div>
  );
}
