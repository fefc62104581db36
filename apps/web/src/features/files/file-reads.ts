/** The reads that show a file by its name, or whether it is there. */
export const fileReads = ["listFiles", "listFilesOfRoom", "getFile", "getFileUsage"] as const;
