import type { Document, DocumentId, VersionId } from "@colbin/protocol";
import { useMatch } from "react-router";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { DOCUMENTS_PATH } from "#web/lib/routing/paths.ts";
import { openSide, type SideProps } from "#web/lib/routing/side.ts";
import { OneVersion } from "./OneVersion.tsx";
import { versionTexts } from "./version-texts.ts";
import { VersionList } from "./VersionList.tsx";

/** `?side=versions`, or one of them: `?side=versions:{id}`. */
export function VersionsSheet({ at, onClose }: SideProps<"versions">) {
  const documentId = useMatch(`${DOCUMENTS_PATH}/:documentId`)?.params.documentId;
  if (documentId === undefined) return null;
  return <Versions key={documentId} id={documentId as DocumentId} at={at} onClose={onClose} />;
}

function Versions({ id, at, onClose }: SideProps<"versions"> & { id: DocumentId }) {
  const { data: document } = useCall("getDocument", { params: { id } });
  return (
    <SideSheet title={t(versionTexts.title)} topic={document?.title} onClose={onClose}>
      <Shown key={at} id={id} document={document} at={at} />
    </SideSheet>
  );
}

interface ShownProps {
  id: DocumentId;
  document: Document | undefined;
  at: VersionId | "";
}

function Shown({ id, document, at }: ShownProps) {
  const show = (versionId: VersionId | "") => openSide({ name: "versions", at: versionId });
  if (at === "") return <VersionList id={id} document={document} onChoose={show} />;
  return <OneVersion id={id} document={document} versionId={at} onBack={() => show("")} />;
}
