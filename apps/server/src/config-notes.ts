import { z } from "zod";
import * as kind from "./config-kinds.ts";

/* Notes on the variables of the configuration: the table of the docs and the sentences about wrong values are made from them. */

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

/** The note on a variable. */
export function toNote(schema: z.ZodType): Note | undefined {
  return notes.get(schema);
}
