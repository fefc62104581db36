const END = Buffer.from("</message>");

/** Counts the messages of a stream of stanzas, however the network cuts it. */
export function createMessageCounter(): (chunk: Buffer) => number {
  // The longest part of the mark that a chunk may end with.
  let tail: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
    let count = 0;
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(END, from);
      if (at < 0) break;
      count += 1;
      from = at + END.length;
    }
    const keep = Math.min(bytes.length - from, END.length - 1);
    tail = keep > 0 ? bytes.subarray(bytes.length - keep) : Buffer.alloc(0);
    return count;
  };
}
