import type { SocialProvider } from "@colbin/protocol";
import { useRef, useState } from "react";
import { askProvider } from "./ask-provider.ts";
import { openSocialWindow, type SocialGrant } from "./social-window.ts";

interface ProviderWindowOptions {
  readonly onBlocked: () => void;
  /** The window is open; `asked` is settled by its return, undefined where the person did not consent, cancelled or closed the window. */
  readonly onAsked: (
    asked: Promise<SocialGrant | undefined>,
    provider: SocialProvider,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Asks a provider in a window of its own, one at a time: a click opens it at once, or the browser blocks it. */
export function useProviderWindow({ onBlocked, onAsked }: ProviderWindowOptions) {
  const [waitsFor, setWaitsFor] = useState<SocialProvider>();
  const waiting = useRef<AbortController>(undefined);

  async function run(provider: SocialProvider, shown: Window): Promise<void> {
    const own = (waiting.current = new AbortController());
    setWaitsFor(provider);
    await onAsked(askProvider(provider, shown, own), provider, own.signal);
    // Another window may have taken its place.
    if (waiting.current === own) setWaitsFor(undefined);
  }

  return {
    /** Whose window is open. */
    waitsFor,
    ask: (provider: SocialProvider) => {
      waiting.current?.abort();
      const shown = openSocialWindow();
      if (shown) void run(provider, shown);
      else onBlocked();
    },
    cancel: () => waiting.current?.abort(),
  };
}
