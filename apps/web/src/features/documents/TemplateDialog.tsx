import type { DocumentId } from "@colbin/protocol";
import { LayoutTemplate } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Select } from "#web/design/form/Select.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import { documentReads } from "./document-reads.ts";
import { documentTexts } from "./document-texts.ts";
import { fileTexts } from "./file-texts.ts";

const LIMIT = 100;

/** Makes a document of the person's own of a template. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<DocumentId>();
  const { act } = useAct("duplicateDocument", documentReads);
  const { data, error, refetch } = useCall("listDocuments", {
    query: { scope: "templates", limit: LIMIT },
  });
  const templates = data?.results;
  const template = templates?.find(({ id }) => id === chosen) ?? templates?.[0];

  async function create(): Promise<void> {
    if (!template) return;
    const { id, title } = template;
    const made = await act({ params: { id }, body: { title, parentId: null } });
    await navigate(documentPath(made.id));
  }

  return (
    <FormDialog
      title={t(fileTexts.fromTemplate)}
      verb={t(fileTexts.templateUse)}
      failure={t(documentTexts.createFailed)}
      isDisabled={!template}
      onConfirm={create}
      onClose={onClose}
    >
      {template && templates ? (
        <Select
          label={t(fileTexts.template)}
          autoFocus
          options={templates.map(({ id, title }) => ({ value: id, label: title }))}
          value={template.id}
          onChange={setChosen}
        />
      ) : templates ? (
        <EmptyState
          icon={LayoutTemplate}
          title={t(fileTexts.templateNone)}
          text={t(fileTexts.templateNoneText)}
        />
      ) : error ? (
        <ErrorState
          title={t(fileTexts.templatesFailed)}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-control w-full rounded-sm" />
      )}
    </FormDialog>
  );
}
