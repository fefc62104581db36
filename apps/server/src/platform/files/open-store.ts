import { join } from "node:path";
import type { Config } from "../../config.ts";
import { openDiskStore } from "./disk-store.ts";
import type { FileStore } from "./file-store.ts";

type StoreConfig = Pick<
  Config,
  "dataDir" | "filesDir" | "filesS3Url" | "filesS3Region" | "filesS3KeyId" | "filesS3Secret"
>;

/** The store of the configuration: the bucket of FILES_S3_URL, else a folder, which lies beside the other data unless FILES_DIR names one. */
export async function openFileStore(config: StoreConfig): Promise<FileStore> {
  const { filesS3Url: url, filesS3Region: region, filesS3KeyId, filesS3Secret } = config;
  if (url === undefined) return openDiskStore(config.filesDir ?? join(config.dataDir, "files"));
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store({ url, region, keyId: filesS3KeyId ?? "", secret: filesS3Secret ?? "" });
}
