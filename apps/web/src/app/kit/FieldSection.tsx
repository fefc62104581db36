import { useState } from "react";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { nearTimes } from "#web/design/form/near-times.ts";
import { TextField } from "#web/design/form/TextField.tsx";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { Specimen } from "./Specimen.tsx";

export function FieldSection() {
  const [text, setText] = useState("");
  const [code, setCode] = useState("12");
  const [choices] = useState(() => nearTimes(new Date()));
  const [when, setWhen] = useState(choices[0]?.at);
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
      <div className="w-80">
        <WhenPicker
          label="When"
          choices={choices}
          min={new Date(2026, 0, 1)}
          max={new Date(2035, 0, 1)}
          value={when}
          onChange={setWhen}
        />
      </div>
    </Specimen>
  );
}
