import type { RoomId, SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import { SWEEP_SESSIONS } from "./bounds.ts";

/** Somebody who hears a room without being in it. */
export interface Preview {
  readonly userId: UserId;
  readonly roomId: RoomId;
}

/** What the database says about access, asked for many at once and by primary key. */
export interface AccessReads {
  /**
   * A number per workspace that is larger after every change by which somebody may have lost access: the end of a session,
   * a block. It is counted in the transaction of the change, so whoever reads it sees the change as well.
   */
  countChanges(workspaceIds: readonly WorkspaceId[]): Promise<ReadonlyMap<WorkspaceId, number>>;
  /** Those of these sessions that may go on no more, and why. */
  listLostSessions(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, string>>;
  /** Those of these previews that may not be read any more. */
  listLostPreviews(previews: readonly Preview[]): Promise<readonly Preview[]>;
}

/** The sockets of this process, as far as their access is concerned. */
export interface AccessSubjects {
  workspaces(): readonly WorkspaceId[];
  sessionsIn(workspaces: ReadonlySet<WorkspaceId>): readonly SessionId[];
  previewsIn(workspaces: ReadonlySet<WorkspaceId>): readonly Preview[];
  endSessions(ids: readonly SessionId[], reason: string): void;
  endPreviews(previews: readonly Preview[]): void;
}

/**
 * Takes access away where no hint told: a process that was killed between commit and publish, a bus that was down. In quiet
 * times it reads one number a workspace. What came in since the last look is looked at once more, because its own check may
 * have been just before the change.
 */
export class AccessSweep {
  readonly #reads: AccessReads;
  readonly #subjects: AccessSubjects;
  #counted: ReadonlyMap<WorkspaceId, number> = new Map();
  #newSessions = new Set<SessionId>();
  #newPreviews: Preview[] = [];

  constructor(reads: AccessReads, subjects: AccessSubjects) {
    this.#reads = reads;
    this.#subjects = subjects;
  }

  noteSession(id: SessionId): void {
    this.#newSessions.add(id);
  }

  notePreview(preview: Preview): void {
    this.#newPreviews.push(preview);
  }

  /** Rejects when the database does not answer; the next run then looks at the same again. */
  async run(): Promise<void> {
    const workspaces = this.#subjects.workspaces();
    if (workspaces.length === 0) return;
    // Before the sessions are read: a change in between is one that the next run sees.
    const counted = await this.#reads.countChanges(workspaces);
    const changed = new Set(workspaces.filter((id) => counted.get(id) !== this.#counted.get(id)));
    await this.#checkSessions(changed);
    await this.#checkPreviews(changed);
    this.#counted = counted;
  }

  async #checkSessions(changed: ReadonlySet<WorkspaceId>): Promise<void> {
    const fresh = this.#newSessions;
    // A socket that opens from now on is looked at by the next run, also when its session is among these.
    this.#newSessions = new Set();
    const ids = [...new Set([...fresh, ...this.#subjects.sessionsIn(changed)])];
    try {
      for (let start = 0; start < ids.length; start += SWEEP_SESSIONS) {
        const part = ids.slice(start, start + SWEEP_SESSIONS);
        const lost = await this.#reads.listLostSessions(part);
        for (const [id, reason] of lost) this.#subjects.endSessions([id], reason);
      }
    } catch (error) {
      for (const id of fresh) this.#newSessions.add(id);
      throw error;
    }
  }

  async #checkPreviews(changed: ReadonlySet<WorkspaceId>): Promise<void> {
    const fresh = this.#newPreviews.length;
    const previews = [...this.#newPreviews, ...this.#subjects.previewsIn(changed)];
    for (let start = 0; start < previews.length; start += SWEEP_SESSIONS) {
      const part = previews.slice(start, start + SWEEP_SESSIONS);
      this.#subjects.endPreviews(await this.#reads.listLostPreviews(part));
    }
    this.#newPreviews.splice(0, fresh);
  }
}
