import { z } from "zod";
import * as kind from "./config-kinds.ts";

/* What the configuration says of its variables: the table of the docs and the sentences about wrong values are made from it. */

export interface Note {
  readonly about: string;
  readonly example: string;
  /** Stands in the table where the default is not a fixed value. */
  readonly defaultText?: string;
  readonly secret?: true;
}

const notes = z.registry<Note>();

export function described<S extends z.ZodType>(
  schema: S,
  about: string,
  example: string,
  more: Partial<Note> = {},
): S {
  notes.add(schema, { about, example, ...more });
  return schema;
}

export function limit(min: number, max: number, normal: number, about: string) {
  return described(kind.whole(min, max).default(normal), about, String(normal));
}

export const secret = { secret: true } as const;

/** What was said of a variable. */
export function toNote(schema: z.ZodType): Note | undefined {
  return notes.get(schema);
}
