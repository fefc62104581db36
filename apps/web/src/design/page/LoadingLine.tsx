import { Spinner } from "./Spinner.tsx";

/** In the place of something that is on its way; `text` says what to screen readers. */
export function LoadingLine({ text }: { text: string }) {
  return (
    <p role="status" className="grid justify-items-center p-6">
      <Spinner />
      <span className="sr-only">{text}</span>
    </p>
  );
}
