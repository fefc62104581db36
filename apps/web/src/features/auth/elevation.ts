interface Elevation {
  readonly token: string;
  readonly expires: string;
}

/** In memory alone: it ends with the page. */
let kept: Elevation | undefined;

/** One that is over while it is on its way is asked for anew. */
const MARGIN_MS = 5_000;

export function keepElevation(elevation: Elevation): void {
  kept = elevation;
}

export function forgetElevation(): void {
  kept = undefined;
}

/** The token by which the session shows that its person was asked a moment ago; undefined where they must be. */
export function readElevation(): string | undefined {
  return kept && Date.parse(kept.expires) - MARGIN_MS > Date.now() ? kept.token : undefined;
}
