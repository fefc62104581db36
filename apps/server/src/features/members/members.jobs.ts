import { userId, workspaceId } from "@colbin/protocol";
import * as z from "zod/mini";
import { endPlaces } from "#server/features/participants/departures.service.ts";
import { appointHeirs } from "#server/features/participants/levels.service.ts";
import type { ParticipantDeps } from "#server/features/participants/participants.service.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";

/** What a former member had in the rooms of the organization. */
export const endPlacesJob = jobKind({
  name: "members.end-places",
  data: z.object({ workspaceId, userId }),
  retries: 20,
});

/** Rooms that somebody led who is suspended (rules-rooms 27). */
export const appointHeirsJob = jobKind({
  name: "members.appoint-heirs",
  data: z.object({ workspaceId, userId }),
  retries: 20,
});

/** The workers of members, for the job queue of the server. */
export function membersJobs(deps: Pick<ParticipantDeps, "db" | "changes">): readonly JobWorker[] {
  return [
    worker(endPlacesJob, (who) => endPlaces(deps, who)),
    worker(appointHeirsJob, (who) => appointHeirs(deps, who)),
  ];
}
