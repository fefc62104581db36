import type { Repository } from "./repository.ts";

/** What a check found. Without findings it passed; one that could not run is counted as neither. */
export interface Outcome {
  /** Each a sentence that begins with where: `path:line what is wrong`. */
  readonly findings: readonly string[];
  /** Figures that a reader should see although the check passed. */
  readonly notes?: readonly string[];
  /** What is allowed and could be better; shown where the check was asked for by name. */
  readonly warnings?: readonly string[];
  /** One phrase for the line of the check: how much it looked at. */
  readonly extent?: string;
  /** Why the check could not run here. */
  readonly notRun?: string;
}

export interface Check {
  readonly name: string;
  readonly run: (repository: Repository) => Outcome | Promise<Outcome>;
}
