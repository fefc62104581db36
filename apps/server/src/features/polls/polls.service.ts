import type { PollInput } from "@colbin/protocol";
import type { SentPolls } from "#server/features/messages/messages.service.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { closeDueJob } from "./kinds.jobs.ts";
import { judgeClosing, toOptions } from "./polls.rules.ts";
import { pollPart } from "./polls.view.ts";

interface SentPollDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** The polls of messages that are sent. A poll for which no job was left is closed by the look of every minute. */
export function createSentPolls({ db, clock, jobs }: SentPollDeps): SentPolls {
  return {
    bit: pollPart.bit,
    async require(poll: PollInput, isRepeated) {
      const options = toOptions(poll);
      if (!options) throw notAllowed("metadata.poll.options");
      const { closesAt } = poll;
      const fault = closesAt && judgeClosing(new Date(closesAt), clock.now());
      if (fault && !(await isRepeated()))
        throw fault === "over" ? new AppError("POLL_CLOSED") : notAllowed("metadata.poll.closesAt");
      return { ...poll, options };
    },
    async leaveClosing({ closesAt }) {
      if (closesAt === undefined) return;
      const startAfter = new Date(closesAt);
      await jobs.enqueue(db, closeDueJob, {}, { startAfter }).catch(() => undefined);
    },
  };
}
