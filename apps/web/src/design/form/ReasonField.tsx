import type { ComponentProps } from "react";
import { TextArea } from "./TextArea.tsx";

type ReasonFieldProps = Pick<
  ComponentProps<typeof TextArea>,
  "label" | "hint" | "maxLength" | "value" | "onChange"
>;

/** Why something is done, the first field of its dialog. */
export function ReasonField(props: ReasonFieldProps) {
  return <TextArea {...props} name="reason" autoFocus dir="auto" rows={2} />;
}
