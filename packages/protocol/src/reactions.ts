export const reactionActions = ["add", "remove"] as const;
export type ReactionAction = (typeof reactionActions)[number];
