import {
  commands,
  isCommandType,
  parseInput,
  type CommandOf,
  type CommandType,
  type FieldError,
  type WorkspaceId,
} from "@colbin/protocol";
import { AppError } from "../app-error.ts";

/** A request id of this length is echoed, also when the rest of the frame is wrong. */
const REQUEST_ID_MAX = 64;

export interface Envelope {
  readonly type: CommandType;
  readonly requestId: string | undefined;
  readonly value: object;
}

export type Opened =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly error: AppError; readonly requestId: string | undefined };

export type ParsedCommand =
  | { readonly ok: true; readonly frame: CommandOf<CommandType> }
  | { readonly ok: false; readonly error: AppError };

/** Reads a frame as far as its type: JSON, an object, a known name. Never throws. */
export function openFrame(data: Buffer, isBinary: boolean): Opened {
  if (isBinary) return refused("", "Frames must be text");
  const value = parseJson(data);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refused("", "A frame must be one JSON object");
  }
  const requestId = toRequestId("requestId" in value ? value.requestId : undefined);
  const type = "type" in value ? value.type : undefined;
  if (!isCommandType(type)) return refused("type", "This frame is not known", requestId);
  return { ok: true, envelope: { type, requestId, value } };
}

/** Checks the whole frame by the schema of its type, and that it means the workspace of its socket. Never throws. */
export function parseCommand({ type, value }: Envelope, workspaceId: WorkspaceId): ParsedCommand {
  const parsed = parseInput(commands[type].frame, value);
  if (parsed.ok) {
    const frame = parsed.data;
    const meant = "workspaceId" in frame ? frame.workspaceId : undefined;
    if (meant === undefined || meant === workspaceId) return { ok: true, frame };
    return { ok: false, error: new AppError("WORKSPACE_CHANGED", { workspaceId }) };
  }
  const { code, fields } = parsed.failure;
  return { ok: false, error: new AppError(code, { fields }) };
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString("utf8"));
  } catch {
    return undefined;
  }
}

function toRequestId(value: unknown): string | undefined {
  const isLegal = typeof value === "string" && value.length > 0 && value.length <= REQUEST_ID_MAX;
  return isLegal ? value : undefined;
}

function refused(path: string, message: string, requestId?: string): Opened {
  const fields: FieldError[] = [{ path, code: "notAllowed", message }];
  return { ok: false, error: new AppError("VALIDATION_ERROR", { fields }), requestId };
}
