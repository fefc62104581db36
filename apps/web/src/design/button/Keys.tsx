interface KeysProps {
  /** As they are called on the keyboard. */
  names: readonly string[];
}

/** Keys that are pressed together. */
export function Keys({ names }: KeysProps) {
  return names.map((name) => (
    <kbd
      key={name}
      className="inline-grid h-4.5 min-w-4.5 flex-none place-items-center rounded-xs px-1 font-sans text-2xs font-medium whitespace-nowrap text-ink-subtle inset-ring inset-ring-line-strong"
    >
      {name}
    </kbd>
  ));
}
