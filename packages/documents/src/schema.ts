import { getSchema } from "@tiptap/core";
import { documentNodes } from "./nodes.ts";

export const nodes = documentNodes();
export const schema = getSchema(nodes);
