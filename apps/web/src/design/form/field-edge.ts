/** Edge and ground of everything that is filled in. */
export const fieldEdge =
  "border border-control bg-field focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus aria-invalid:border-danger aria-invalid:outline-danger coarse:text-read";
