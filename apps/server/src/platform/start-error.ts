/**
 * The server cannot start, and the operator can do something about it: the message is the whole sentence that is printed
 * before the process ends with code 1. Everything else that goes wrong at start is a defect and keeps its stack.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
