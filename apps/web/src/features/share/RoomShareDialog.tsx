import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { ShareDialog, type Shared } from "./ShareDialog.tsx";

/** The same for a room wherever it was pressed. */
export function RoomShareDialog(props: Pick<Shared, "room"> & { onClose: () => void }) {
  const { productName } = usePublicConfig();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  return me && <ShareDialog {...props} productName={productName} inviter={me} />;
}
