import { API_BASE_PATH, type PublicDocument } from "@colbin/protocol";
import type { NodeViewRenderer } from "@tiptap/core";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { publicTexts } from "./public-texts.ts";

/** The link by which the page came, and the key for its files. */
export interface PublicPlace extends Pick<PublicDocument, "fileKey"> {
  readonly token: string;
}

/** Images and files of a document that somebody sees by a link; both are asked for by that link as well. */
export function publicFileViews(place: PublicPlace): Readonly<Record<string, NodeViewRenderer>> {
  return {
    image: ({ node }) => {
      const { fileId, name, width, height } = node.attrs as FileAttributes;
      const dom = document.createElement("img");
      dom.dataset["type"] = "image";
      dom.alt = name;
      dom.loading = "lazy";
      if (typeof width === "number" && typeof height === "number")
        Object.assign(dom, { width, height });
      dom.src = filePath(place, fileId, { variant: "preview1280" });
      // One that cannot be shown is offered as a file.
      const frame = document.createElement("div");
      frame.append(dom);
      dom.addEventListener("error", () =>
        frame.replaceChildren(fileLink(place, { fileId, name }, publicTexts.image)),
      );
      return { dom: frame };
    },
    file: ({ node }) => ({
      dom: fileLink(place, node.attrs as FileAttributes, publicTexts.file),
    }),
  };
}

interface FileAttributes {
  readonly fileId: string;
  readonly name: string;
  readonly width?: unknown;
  readonly height?: unknown;
}

function fileLink(
  place: PublicPlace,
  { fileId, name }: Pick<FileAttributes, "fileId" | "name">,
  unnamed: Text,
): HTMLElement {
  const link = document.createElement("a");
  link.className = "document-file";
  link.dir = "auto";
  link.textContent = name || t(unnamed);
  link.href = filePath(place, fileId, { download: "1" });
  link.download = "";
  return link;
}

function filePath(
  { token, fileKey }: PublicPlace,
  fileId: string,
  asked: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...asked, ...(fileKey !== null && { key: fileKey }) });
  const [link, file] = [token, fileId].map(encodeURIComponent);
  return `${API_BASE_PATH}/public/document/${link}/file/${file}?${query.toString()}`;
}
