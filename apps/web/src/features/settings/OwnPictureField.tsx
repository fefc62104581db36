import type { CurrentUser } from "@colbin/protocol";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { AvatarField } from "#web/features/avatars/AvatarField.tsx";
import { avatarTexts } from "#web/features/avatars/texts.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";

/** The picture of the signed-in person. */
export function OwnPictureField({ me }: { me: CurrentUser }) {
  const { act: set } = useAct("setOwnAvatar");
  const { act: remove } = useAct("deleteOwnAvatar");
  return (
    <AvatarField
      isRound
      hasPicture={me.avatar_url !== null}
      hint={t(avatarTexts.hint)}
      onSave={async (bytes) =>
        account.tokens.setUser(await set({}, { image: { bytes, mediaType: bytes.type } }))
      }
      onRemove={async () => account.tokens.setUser(await remove({}))}
    >
      <Avatar id={me.id} name={me.fullName} picture={me.avatar_url} size="profile" />
    </AvatarField>
  );
}
