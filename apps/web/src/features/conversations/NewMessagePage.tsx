import { GROUP_MAX_PEOPLE, ROOM_TITLE_MAX, type UserSummary } from "@colbin/protocol";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { openDirect, openGroup } from "./open-conversation.ts";
import { pageTexts } from "./page-texts.ts";
import { PeopleField } from "./PeopleField.tsx";
import { conversationTexts } from "./texts.ts";

/** With whom to talk: with one person directly, with several in a group. */
export function NewMessagePage() {
  const navigate = useNavigate();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const [chosen, setChosen] = useState<readonly UserSummary[]>([]);
  const [name, setName] = useState("");
  const [first, ...others] = chosen;
  const isGroup = others.length > 0;
  const open = async () => {
    if (!first) return;
    const userIds = chosen.map(({ id }) => id);
    const title = name.trim();
    const slug = await (isGroup
      ? openGroup({ userIds, ...(title !== "" && { name: title }) })
      : openDirect({ userId: first.id }));
    await navigate(roomPath(slug));
  };
  const { isBusy, message, fields, formProps } = useSubmission({
    run: open,
    onDone: () => undefined,
  });
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="text-body leading-5 font-strong max-pair:text-read">
          {t(conversationTexts.start)}
        </h1>
      </div>
      <form {...formProps} className="flex min-h-0 flex-1 flex-col">
        <FormFieldsContext value={fields}>
          <PeopleField
            chosen={chosen}
            ownId={me?.id}
            // Notes to oneself have no other reader.
            offersSelf={!first}
            isFull={chosen.length >= GROUP_MAX_PEOPLE - 1 || first?.id === me?.id}
            onChange={setChosen}
          />
          <div className="grid flex-none gap-3 border-t border-line px-gutter py-3">
            {message !== undefined && <Note>{message}</Note>}
            {isGroup && (
              <TextField
                label={t(pageTexts.name)}
                name="name"
                dir="auto"
                maxLength={ROOM_TITLE_MAX}
                value={name}
                onChange={setName}
              />
            )}
            <div className="flex items-center justify-between gap-3">
              <p className="text-xs text-ink-subtle">
                {t(pageTexts.limit, { n: GROUP_MAX_PEOPLE })}
              </p>
              <Button type="submit" variant="primary" isBusy={isBusy} disabled={!first}>
                {t(pageTexts.open)}
              </Button>
            </div>
          </div>
        </FormFieldsContext>
      </form>
    </>
  );
}
