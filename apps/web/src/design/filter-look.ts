/** Of what narrows a list: tinted while it does. */
export function filterLook(isOn: boolean): string {
  return isOn
    ? "bg-accent-soft text-accent-ink inset-ring-accent-line"
    : "text-ink-muted inset-ring-line-strong";
}
