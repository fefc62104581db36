import clsx from "clsx";

/** Only inside the button that was pressed, or where nothing of the page is known yet. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      className={clsx("animate-turn size-4 flex-none", className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 3a9 9 0 1 1-8.5 6" />
    </svg>
  );
}
