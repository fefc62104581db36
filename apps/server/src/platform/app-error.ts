import {
  errorDefinition,
  errorMessage,
  type ErrorCode,
  type ErrorEnvelope,
  type FieldError,
} from "@colbin/protocol";

/** The one error that a person may see: a code of the registry and facts for its sentence. Services and doors throw it. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(errorMessage(code, details));
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorDefinition(this.code).status;
  }
}

/** The refusal of values that only a service can judge (errors.md 1.5). */
export function notAllowed(...paths: readonly string[]): AppError {
  const fields = paths.map((path): FieldError => {
    return { path, code: "notAllowed", message: "This value is not allowed" };
  });
  return new AppError("VALIDATION_ERROR", { fields });
}

/** The caller showed no proof that opens anything: nothing else went wrong. */
export function isTurnedAway(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.status === 401 || error.code === "WORKSPACE_ACCESS_LOST";
}

/** The shape of every refusal, REST or frame (errors.md 1.1). */
export function toEnvelope(error: AppError): ErrorEnvelope {
  return { code: error.code, message: error.message, status: error.status, details: error.details };
}
