import type { ChatState } from "@colbin/client";
import type { ReactNode } from "react";
import { SectionTitle } from "#web/design/SectionTitle.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { closedSections, toggleSection } from "./closed-sections.ts";

interface SidebarSectionProps {
  id: string;
  title: string;
  /** The rooms in it, whose unread messages stand at the title while it is closed. */
  slugs?: readonly string[];
  /** A search opens what holds something, and leaves out what does not. */
  isSearching?: boolean;
  children: ReactNode;
}

/** A part of the sidebar that opens and closes, and stays so for the next visit. */
export function SidebarSection(props: SidebarSectionProps) {
  const { id, title, slugs = [], isSearching = false, children } = props;
  const isOpen = useStore(closedSections, (closed) => !closed.includes(id)) || isSearching;
  if (isSearching && slugs.length === 0) return null;
  return (
    <section>
      <SectionTitle title={title} isOpen={isOpen} onToggle={() => toggleSection(id)}>
        {!isOpen && <UnreadOf slugs={slugs} />}
      </SectionTitle>
      {isOpen && children}
    </section>
  );
}

function UnreadOf({ slugs }: { slugs: readonly string[] }) {
  const unread = useStore(chat.store, (state) => sumOf(state, slugs, "unreadCount"));
  const mentions = useStore(chat.store, (state) => sumOf(state, slugs, "mentionCount"));
  return <UnreadBadge unread={unread} mentions={mentions} />;
}

function sumOf(
  { subscriptions }: ChatState,
  slugs: readonly string[],
  count: "unreadCount" | "mentionCount",
): number {
  let sum = 0;
  for (const slug of slugs) {
    const room = subscriptions.get(slug);
    if (room && !room.isMuted) sum += room[count];
  }
  return sum;
}
