/** The sign of the product: a speech bubble that flies. Sign-in, welcome and favicon only. */
export function Dove({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path
        fillRule="evenodd"
        d="M4.5 28V15.5C4.5 9.1 9.5 4 15.8 4c4.7 0 8.7 2.8 10.4 6.9l4.3 2.1-3.6 1.7c.1.4.1.8.1 1.2C27 22.5 21.9 28 15 28ZM20.4 12.9a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM10 14.2c0 4.6 3.3 8 8.3 8.3-1.3 1-2.9 1.5-4.6 1.5H8.5v-8.3c0-.5.1-1 .2-1.5Z"
      />
    </svg>
  );
}
