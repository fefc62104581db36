// Apart from the schemas of the feature, so that a page can read it without loading them.

/** Services whose accounts sign people in (specification, section 2). */
export const socialProviders = ["google", "github"] as const;
export type SocialProvider = (typeof socialProviders)[number];
