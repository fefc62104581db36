import { Keys } from "#web/design/button/Keys.tsx";
import { actionScopes, type ActionScope } from "#web/lib/actions/actions.ts";
import { shortcutKeys } from "#web/lib/actions/shortcut.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { allActions } from "./all-actions.ts";
import { lateAppTexts } from "./late-app-texts.ts";

const scopeNames: Record<ActionScope, Text> = {
  global: lateAppTexts.scopeGlobal,
  chat: lateAppTexts.scopeChat,
  settings: lateAppTexts.scopeSettings,
  activity: lateAppTexts.scopeActivity,
  document: lateAppTexts.scopeDocument,
  sidebar: lateAppTexts.scopeSidebar,
  message: lateAppTexts.scopeMessage,
  composer: lateAppTexts.scopeComposer,
};

/** The keys of all actions, by where they work. */
export function ShortcutList({ titleAs: Title }: { titleAs: "h2" | "h3" }) {
  return actionScopes.map((scope) => (
    <section key={scope} className="mb-6">
      <Title className="mb-1 text-xs font-medium text-ink-subtle">{t(scopeNames[scope])}</Title>
      <dl>
        {allActions
          .filter((action) => action.scope === scope)
          .map(
            ({ id, title, shortcut }) =>
              shortcut !== undefined && (
                <div key={id} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{t(title)}</dt>
                  <dd className="flex flex-none gap-1">
                    <Keys names={shortcutKeys(shortcut)} />
                  </dd>
                </div>
              ),
          )}
      </dl>
    </section>
  ));
}
