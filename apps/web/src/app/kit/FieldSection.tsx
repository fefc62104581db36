import { useState } from "react";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { Specimen } from "./Specimen.tsx";

export function FieldSection() {
  const [text, setText] = useState("");
  const [code, setCode] = useState("12");
  return (
    <Specimen title="Fields">
      <TextField
        className="w-full"
        label="With a hint"
        hint="A hint with words of every length is broken between them"
        value={text}
        onChange={setText}
      />
      <TextField
        className="w-full"
        label="With an error"
        error="Enter a name"
        value={text}
        onChange={setText}
      />
      <SearchField label="Search rooms" value={text} onChange={setText} />
      <div className="w-60">
        <OtpField label="Code" length={4} hint="4 digits" value={code} onChange={setCode} />
      </div>
    </Specimen>
  );
}
