import { useEffect } from "react";
import { useNavigate } from "react-router";
import { toast } from "#web/design/overlay/toast.ts";
import { findAction, type Action, type ActionTools } from "#web/lib/actions/actions.ts";
import { isComposing } from "#web/lib/actions/composition.ts";
import { withLateActions } from "#web/lib/actions/late-actions.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";

/** The one listener for the keys of these actions, which stay the same. Keys that another part has answered are left alone. */
export function useActionKeys(actions: readonly Action[]): void {
  const navigate = useNavigate();
  useEffect(() => {
    const tools: ActionTools = {
      navigate: (to, state) => void navigate(to, { state }),
      toggleSide: async (side) => (await import("#web/lib/routing/side.ts")).toggleSide(side),
    };
    let hasLate = false;
    function handleKey(event: KeyboardEvent) {
      // A key that ends the composition of a character belongs to the input method.
      if (event.defaultPrevented || isComposing(event)) return;
      const action = findAction(withLateActions(actions), event);
      if (action) {
        event.preventDefault();
        void attempt(action, tools);
      } else if (!hasLate) void handleLate(event);
    }
    /** The key may be one of an action that is on its way: it counts as long as the focus stays. */
    async function handleLate(event: KeyboardEvent) {
      const focused = document.activeElement;
      try {
        await import("./all-actions.ts");
      } catch {
        return;
      }
      hasLate = true;
      const action = findAction(withLateActions([]), event);
      if (action && document.activeElement === focused) await attempt(action, tools);
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [actions, navigate]);
}

async function attempt(action: Action, tools: ActionTools): Promise<void> {
  try {
    await action.run(tools);
  } catch (cause) {
    toast({ title: t(action.title), description: errorText(cause), variant: "destructive" });
  }
}
