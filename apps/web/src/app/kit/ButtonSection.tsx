import { Bookmark, Pin, SmilePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Specimen } from "./Specimen.tsx";

const variants = ["primary", "secondary", "ghost", "danger"] as const;

export function ButtonSection() {
  const [isBusy, setBusy] = useState(false);
  return (
    <Specimen title="Buttons">
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button disabled>disabled</Button>
      <Button variant="primary" isBusy>
        busy
      </Button>
      <Button variant="primary" isBusy={isBusy} onClick={() => setBusy(true)}>
        Press: it keeps the focus
      </Button>
      <Button size="sm">small</Button>
      <Button size="lg">large</Button>
      <IconButton label="Pin" shortcut="P">
        <Pin aria-hidden="true" />
      </IconButton>
      <IconButton label="Save" isBusy>
        <Bookmark aria-hidden="true" />
      </IconButton>
      <IconButton label="React" disabled>
        <SmilePlus aria-hidden="true" />
      </IconButton>
      <TextButton>Retry</TextButton>
      <TextButton isDanger>Discard</TextButton>
    </Specimen>
  );
}
