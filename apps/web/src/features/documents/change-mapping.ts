import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Transaction } from "@tiptap/pm/state";
import { Mapping, StepMap } from "@tiptap/pm/transform";

const known = new WeakMap<Transaction, Mapping>();

/**
 * Tells where places of the text are after a transaction. Changes of others come as a whole new document, which no place would outlast:
 * there only the part that differs counts.
 */
export function mappingOf(transaction: Transaction): Mapping {
  if (!isChangeOrigin(transaction)) return transaction.mapping;
  const mapping = known.get(transaction) ?? compare(transaction);
  known.set(transaction, mapping);
  return mapping;
}

function compare({ before: { content: before }, doc: { content: after } }: Transaction): Mapping {
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  if (start === null || !end) return new Mapping();
  // In a text that repeats itself, the same words may count for both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return new Mapping([new StepMap([start, end.a + overlap - start, end.b + overlap - start])]);
}
