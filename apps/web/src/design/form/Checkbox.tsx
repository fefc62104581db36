import { useEffect, useRef } from "react";

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  /** Some of what it stands for, not all. */
  isMixed?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Without words of its own in sight: what it stands beside says what it is for. */
export function Checkbox({ label, isChecked, isMixed = false, onChange }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="grid size-6 flex-none cursor-pointer place-items-center coarse:size-touch">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 cursor-pointer accent-accent"
      />
    </label>
  );
}
