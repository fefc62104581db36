import { ApiError } from "@colbin/client";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { Specimen } from "./Specimen.tsx";

/** As the server refuses a form. */
const refusal = new ApiError({
  code: "VALIDATION_ERROR",
  message: "Some fields are not valid",
  status: 400,
  details: { fields: [{ path: "slug", code: "format", message: "Letters and digits only" }] },
});

type Shown = "confirm" | "form" | "name";

export function DialogSection() {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  return (
    <Specimen title="Dialogs">
      <Button onClick={() => setShown("confirm")}>Confirm</Button>
      <Button onClick={() => setShown("form")}>Form that is refused</Button>
      <Button onClick={() => setShown("name")}>Read and act</Button>
      {shown === "confirm" && (
        <FormDialog
          title="Archive the conversation?"
          text="Nobody can write in it any more. Everybody can still read it."
          verb="Archive conversation"
          isDanger
          onConfirm={async () => toast({ title: "Archived" })}
          onClose={close}
        />
      )}
      {shown === "form" && <RefusedForm onClose={close} />}
      {shown === "name" && <NameForm onClose={close} />}
    </Specimen>
  );
}

function RefusedForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("Winter release");
  const [slug, setSlug] = useState("winter release");
  return (
    <FormDialog
      title="Create a room"
      verb="Create room"
      onConfirm={() => Promise.reject(refusal)}
      onClose={onClose}
    >
      <TextField name="name" label="Name" value={name} onChange={setName} />
      <TextField name="slug" label="Address" value={slug} onChange={setSlug} />
    </FormDialog>
  );
}

function NameForm({ onClose }: { onClose: () => void }) {
  const me = useCall("getMe", {});
  const { act } = useAct("updateMe", ["getMe"]);
  const [fullName, setFullName] = useState("");
  return (
    <FormDialog
      title="Your name"
      text={me.data?.fullName ?? me.error?.message ?? "Loading"}
      verb="Change name"
      onConfirm={() => act({ body: { fullName } })}
      onClose={onClose}
    >
      <TextField name="fullName" label="New name" value={fullName} onChange={setFullName} />
    </FormDialog>
  );
}
