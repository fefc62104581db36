/** A file that is opened by itself: it has nothing of a page of ours, whatever a browser takes it for, and no page frames it. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";
