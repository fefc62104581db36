import { join } from "node:path";
import type { Config } from "../../config.ts";
import { openDiskStore } from "./disk-store.ts";
import type { FileStore } from "./file-store.ts";

type StoreConfig = Pick<
  Config,
  "dataDir" | "filesS3Url" | "filesS3Region" | "filesS3KeyId" | "filesS3Secret"
>;

/** The store of the configuration: the bucket of FILES_S3_URL, else a folder beside the other data. */
export async function openFileStore(config: StoreConfig): Promise<FileStore> {
  const { filesS3Url: url, filesS3Region: region, filesS3KeyId, filesS3Secret } = config;
  if (url === undefined) return openDiskStore(join(config.dataDir, "files"));
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store({ url, region, keyId: filesS3KeyId ?? "", secret: filesS3Secret ?? "" });
}
