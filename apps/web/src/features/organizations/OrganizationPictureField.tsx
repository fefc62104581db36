import { toInitials } from "#web/design/identity/identity.ts";
import { AvatarField } from "#web/features/avatars/AvatarField.tsx";
import { PlacePicture } from "#web/features/avatars/PlacePicture.tsx";
import { avatarTexts } from "#web/features/avatars/texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";

const renewed = ["getOrganization", "listOrganizations"] as const;

/** The picture of an organization. */
export function OrganizationPictureField({ organization }: { organization: OpenOrganization }) {
  const { id: orgId, title, avatar_url: picture } = organization;
  const { act: set } = useAct("setOrganizationAvatar", renewed);
  const { act: remove } = useAct("deleteOrganizationAvatar", renewed);
  const input = { params: { orgId } };
  return (
    <AvatarField
      hasPicture={picture !== null}
      hint={t(avatarTexts.hint)}
      onSave={(bytes) => set(input, { image: { bytes, mediaType: bytes.type } })}
      onRemove={() => remove(input)}
    >
      <PlacePicture src={picture}>{toInitials(title)}</PlacePicture>
    </AvatarField>
  );
}
