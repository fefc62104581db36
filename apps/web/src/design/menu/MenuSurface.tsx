import { FloatingMenu } from "./FloatingMenu.tsx";
import type { FilledMenu } from "./menu-place.ts";
import { MenuSheet } from "./MenuSheet.tsx";

/** Load it lazily, by itself or with what knows the entries. */
export function MenuSurface(props: FilledMenu) {
  return props.isSheet ? <MenuSheet {...props} /> : <FloatingMenu {...props} />;
}
