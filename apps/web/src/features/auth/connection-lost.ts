import { ApiError } from "@colbin/client";

/** A part of the page did not come. */
export function connectionLost(): ApiError {
  const message = "Connection lost";
  return new ApiError({ code: "CONNECTION_LOST", message, status: 0, details: {} });
}
