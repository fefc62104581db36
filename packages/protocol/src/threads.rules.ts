/** Lists of threads: the unread ones that a person follows, all of those, and all that they can read. */
export const threadTabs = ["unread", "following", "all"] as const;
export type ThreadTab = (typeof threadTabs)[number];
