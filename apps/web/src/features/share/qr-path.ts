/** The dark squares of a code as one path, and how many squares wide it is. */
export function qrPath(rows: readonly (readonly boolean[])[]): { size: number; path: string } {
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join("") };
}
