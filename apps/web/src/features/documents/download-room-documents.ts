import { API_BASE_PATH } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { saveFile } from "#web/lib/device/save-file.ts";

/** All documents of a room as one archive. The call takes no cookie, so the page reads its bytes itself. */
export async function downloadRoomDocuments(slug: string, name: string): Promise<void> {
  const accessToken = await account.tokens.ensureValid();
  const reply = await fetch(`${API_BASE_PATH}/documents/export`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ sessionRoomSlug: slug }),
  });
  if (!reply.ok) throw new Error(`The export of a room was answered with ${reply.status}`);
  saveFile(name, "application/zip", await reply.blob());
}
