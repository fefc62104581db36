import type { SocialProvider } from "@colbin/protocol";

/** The grant of a provider, for the calls that take it. */
export interface SocialGrant {
  readonly provider: SocialProvider;
  readonly code: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly iss?: string;
}

/** The page of the provider's return tells it to the page that waits, by this channel or a message of the window (specification 9). */
export interface SocialReturn {
  readonly type: "colbin-social";
  readonly provider: string;
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
  /** The provider, where it names itself (RFC 9207). */
  readonly iss: string | null;
}

export function channelOf(state: string): string {
  return `social ${state}`;
}

/** Browsers open a window only at once after a click: what the window shows comes later. Null where it was blocked. */
export function openSocialWindow(): Window | null {
  return window.open("about:blank", "_blank", "popup,width=600,height=600");
}
