import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { creatingOrganization } from "./actions.ts";
import { lateWorkspaceTexts } from "./late-workspace-texts.ts";
import { workspaceTexts } from "./texts.ts";
import { useOrganizations } from "./use-organizations.ts";

/** For whoever has no organization yet: the way to one. */
export function FirstTeamCard() {
  const { data } = useOrganizations();
  if (data?.results.length !== 0) return null;
  return (
    <section
      aria-labelledby="first-team"
      data-surface=""
      className="rounded-lg bg-raised px-4.5 py-4 shadow-card"
    >
      <h2 id="first-team" className="text-lg font-strong tracking-title">
        {t(lateWorkspaceTexts.firstTitle)}
      </h2>
      <p className="mt-0.5 mb-3 text-ink-muted">{t(lateWorkspaceTexts.firstText)}</p>
      <Button variant="primary" onClick={creatingOrganization.run}>
        {t(workspaceTexts.create)}
      </Button>
    </section>
  );
}
