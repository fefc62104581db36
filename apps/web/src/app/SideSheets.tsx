import { lazyPart, type LazyPart } from "#web/design/page/lazy-part.tsx";
import { closeSide, useSide, type SideName, type SideProps } from "#web/lib/routing/side.ts";

const sheets: { readonly [N in SideName]: LazyPart<SideProps<N>> } = {
  comments: lazyPart(() => import("#web/features/documents/CommentsSheet.tsx"), "CommentsSheet"),
  details: lazyPart(() => import("#web/features/room-details/RoomDetails.tsx"), "RoomDetails"),
  file: lazyPart(() => import("#web/features/files/FileSheet.tsx"), "FileSheet"),
  pins: lazyPart(() => import("#web/features/pins/PinsSheet.tsx"), "PinsSheet"),
  thread: lazyPart(() => import("#web/features/threads/ThreadSheet.tsx"), "ThreadSheet"),
  versions: lazyPart(() => import("#web/features/documents/VersionsSheet.tsx"), "VersionsSheet"),
  shortcuts: lazyPart(() => import("./ShortcutsSheet.tsx"), "ShortcutsSheet"),
};

/** The second sheet that the address names. */
export function SideSheets() {
  const side = useSide();
  if (!side) return null;
  const Sheet = sheets[side.name] as LazyPart<SideProps<SideName>>;
  return (
    <Sheet
      key={side.name === "thread" ? `thread ${side.at}` : side.name}
      at={side.at}
      onClose={closeSide}
    />
  );
}
