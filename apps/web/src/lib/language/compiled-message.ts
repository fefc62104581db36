import type { I18n } from "@lingui/core";

/** A message as lingui's runtime formats it; the library has the type and does not export it. */
export type CompiledMessage = ReturnType<Parameters<I18n["setMessagesCompiler"]>[0]>;
