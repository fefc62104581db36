import type { I18n } from "@lingui/core";

/** What lingui's runtime formats; the library has the type and does not export it. */
export type CompiledMessage = ReturnType<Parameters<I18n["setMessagesCompiler"]>[0]>;
