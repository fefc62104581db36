/** Browsers keep passkeys for the name of a server alone, and refuse them where its address is a number. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(window.location.hostname);
}
