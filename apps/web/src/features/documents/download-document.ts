import { API_BASE_PATH, type DocumentFormat, type DocumentId } from "@colbin/protocol";

/** By the browser itself, which writes it to the disk as it comes; the cookie of the session lets it in. */
export function downloadDocument(id: DocumentId, format: DocumentFormat): void {
  const link = document.createElement("a");
  link.href = `${API_BASE_PATH}/documents/${id}/export?format=${format}`;
  link.download = "";
  link.click();
}
