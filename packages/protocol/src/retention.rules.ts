/** What holds in a room: the stricter of what its workspace and the room itself have chosen (rules-messages 63). */
export function strictestRetention(
  ofWorkspace: number | null,
  ofRoom: number | null,
): number | null {
  if (ofWorkspace === null || ofRoom === null) return ofWorkspace ?? ofRoom;
  return Math.min(ofWorkspace, ofRoom);
}
