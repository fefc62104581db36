/** The quick five (specification, section 9). */
export const quickReactions = ["👍", "❤️", "😂", "👀", "🎉"] as const;
