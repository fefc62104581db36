/** Classes of a filter; tinted while it is on. */
export function filterLook(isOn: boolean): string {
  return isOn
    ? "bg-accent-soft text-accent-ink inset-ring-accent-line"
    : "text-ink-muted inset-ring-line-strong";
}
