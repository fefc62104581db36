import { toMentionText, type MentionToken } from "@colbin/protocol";
import { createContext, type ReactNode } from "react";

/** How a mention is drawn where the text stands; as it was written unless said. */
export const MentionContext = createContext<(mention: MentionToken) => ReactNode>(toMentionText);
