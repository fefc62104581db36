import { resolve } from "node:path";
import * as kind from "./config-kinds.ts";
import { described, limit, secret } from "./config-notes.ts";

/** Variables of the configuration about files: where they are kept, and how many there may be. */
export const fileVariables = {
  FILES_DIR: described(
    kind
      .text()
      .transform((path) => resolve(path))
      .optional(),
    "Folder that keeps files, for several nodes the same one; not set: files in DATA_DIR",
    "/srv/colbin-files",
    { defaultText: "files in DATA_DIR" },
  ),
  FILES_S3_URL: described(
    kind.url("https", "http").optional(),
    "Bucket that keeps files, on any server that speaks S3, with the name of the bucket; not set: FILES_DIR",
    "https://s3.example.org/colbin",
  ),
  FILES_S3_REGION: described(
    kind.text().default("us-east-1"),
    "Region of the bucket",
    "eu-central-1",
  ),
  FILES_S3_KEY_ID: described(
    kind.text().optional(),
    "Name of the key to the bucket",
    "GK31c2f218a2e44f485b94239e",
    secret,
  ),
  FILES_S3_SECRET: described(
    kind.text().optional(),
    "The key to the bucket",
    "b892c0665f0ada8a4755dae98baa3b13",
    secret,
  ),
  FILE_MAX_MB: limit(
    1,
    1_000_000,
    100,
    "Largest file that may be uploaded, in megabytes of 1,000,000 bytes",
  ),
  FILE_TYPES_BLOCKED: described(
    kind.list().default([]),
    "Types of files that are refused: endings of names, or media types by content",
    ".exe,.bat,application/x-msdownload",
    { defaultText: "none" },
  ),
  FILE_SCAN: described(
    kind.oneOf("off", "optional", "required").default("off"),
    "Scan of files for malware; while clamd is away, optional serves files unscanned and scans them later, required keeps them back",
    "required",
  ),
  FILE_SCAN_CLAMD: described(
    kind.listener().optional(),
    "Where clamd listens: host:port, or the path of its socket",
    "/run/clamav/clamd.ctl",
  ),
  PDF_BROWSER: described(
    kind.text().optional(),
    "Program that makes PDF files of documents: the path of a Chromium, or off; not set: the first of chromium, chromium-headless-shell and google-chrome in the usual folders of programs",
    "/usr/bin/chromium",
    { defaultText: "the one that is found" },
  ),
  UPLOADS_HOUR: limit(1, 1_000_000, 300, "Uploads an hour of one person"),
  UPLOAD_GB_DAY: limit(1, 1_000_000, 5, "Gigabytes that one person may upload in a day"),
  UPLOAD_PARALLEL: limit(
    1,
    1_000,
    5,
    "Uploads of one person whose bytes may come at the same time",
  ),
  QUOTA_PERSON_GB: limit(
    0,
    1_000_000,
    0,
    "Gigabytes that the files of one person may take in an organization; 0: no limit",
  ),
  QUOTA_ORGANIZATION_GB: limit(
    0,
    1_000_000,
    0,
    "Gigabytes that the files of one organization may take; 0: no limit",
  ),
  FILE_MIN_FREE_GB: limit(
    0,
    100_000,
    1,
    "Gigabytes of the disk that stay free: with less, uploads are refused and chat goes on",
  ),
};
