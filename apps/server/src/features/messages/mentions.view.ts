import type { MentionedPerson } from "@colbin/protocol";
import type { MessagePart } from "./messages.view.ts";
import { listNamesOf } from "./mentions.queries.ts";
import { MENTIONS_BIT } from "./mentions.service.ts";

/** The names of the people whom a message mentions. One that is deleted has the bit still, and mentions nobody. */
export const mentionedPart: MessagePart<MentionedPerson[]> = {
  bit: MENTIONS_BIT,
  async load(db, rows) {
    const idsOf = rows.flatMap(({ id, metadata }) =>
      metadata.mentions ? [[id, metadata.mentions.userIds] as const] : [],
    );
    const names = await listNamesOf(db, [...new Set(idsOf.flatMap(([, ids]) => ids))]);
    return new Map(
      idsOf.map(([id, ids]) => [
        id,
        ids.flatMap((userId) => {
          const fullName = names.get(userId);
          return fullName === undefined ? [] : [{ userId, fullName }];
        }),
      ]),
    );
  },
};
