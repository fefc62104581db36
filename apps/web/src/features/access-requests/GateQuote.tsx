/** The words that came with a request, or with the answer to it. */
export function GateQuote({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className="mt-3.5 border-s-2 border-line-strong ps-3 text-md wrap-anywhere text-ink-muted"
    >
      {text}
    </p>
  );
}
