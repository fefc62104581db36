import { PASSWORD_MIN } from "@colbin/protocol";
import clsx from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { Field } from "./Field.tsx";
import { fieldEdge } from "./field-edge.ts";
import { passwordTexts } from "./password-texts.ts";

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The password is a new one: password managers offer to make it. */
  isNew?: boolean;
  size?: "md" | "lg";
  autoFocus?: boolean;
}

/** Hidden until the person wants to see it; pasting and password managers work as in any field. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, isNew = false, size = "md", autoFocus } = props;
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      label={label}
      hint={isNew ? t(passwordTexts.hint, { n: PASSWORD_MIN }) : undefined}
      name="password"
    >
      {(control, forget) => (
        <div className="relative">
          <input
            {...control}
            type={isShown ? "text" : "password"}
            name="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus={autoFocus}
            value={value}
            onChange={(event) => {
              forget();
              onChange(event.target.value);
            }}
            className={clsx(
              "block w-full pe-11",
              fieldEdge,
              size === "lg"
                ? "h-control-lg rounded-md ps-3 text-body"
                : "h-control rounded-sm ps-2.5 text-md",
            )}
          />
          <IconButton
            label={t(isShown ? passwordTexts.hide : passwordTexts.show)}
            className="absolute inset-y-0 end-1 my-auto"
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
