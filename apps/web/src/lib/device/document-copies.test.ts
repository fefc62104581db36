import type { DocumentId, UserId } from "@colbin/protocol";
import { expect, it } from "vitest";
import { listWaitingCopies, noteCopy, readSchema } from "./document-copies.ts";

it("of a newer page stays known as one, whatever an older page notes of it", async () => {
  const userId = "0192f0c1-2f00-7000-8000-000000000001" as UserId;
  const place = { userId, documentId: "0192f0c1-2f00-7000-8000-000000000002" as DocumentId };
  expect(await readSchema(place)).toBe(0);
  await noteCopy(place, { isWaiting: false, schema: 2 });
  await noteCopy(place, { isWaiting: true, schema: 1 });
  expect(await readSchema(place)).toBe(2);
  expect(await listWaitingCopies(userId)).toEqual([place.documentId]);
  await noteCopy(place, undefined);
  expect(await readSchema(place)).toBe(0);
});
