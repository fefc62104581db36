import { useId, type ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";

interface DashboardPartProps {
  title: string;
  /** How much there is of it. */
  count: number;
  /** The page with all of it. */
  link?: { readonly to: string; readonly text: Text };
  children: ReactNode;
}

export function DashboardPart({ title, count, link, children }: DashboardPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="relative min-w-0 pt-4.5 pb-1.5">
      <h2 id={id} className="mb-1 flex min-h-7 items-center gap-2 text-body leading-5 font-strong">
        {title}
        <span className="flex-1 font-regular text-ink-subtle tabular-nums">{count}</span>
      </h2>
      {link && (
        <Link
          to={link.to}
          className="absolute end-0 top-5.5 text-link text-sm leading-5 font-medium coarse:top-4 coarse:leading-8"
        >
          {t(link.text)}
        </Link>
      )}
      {children}
    </section>
  );
}
