interface WaveProps {
  /** In percent of the loudest. */
  points: readonly number[];
  /** So many of them are in the colour of what was heard. */
  heard: number;
}

/** Bars, as loud as the recording was. */
export function Wave({ points, heard }: WaveProps) {
  return (
    <span
      aria-hidden="true"
      className="flex h-full min-w-0 flex-1 items-center gap-0.5 overflow-clip"
    >
      {points.map((point, place) => (
        <i
          key={place}
          style={{ height: `${Math.max(12, point)}%` }}
          className={`max-w-0.75 min-w-px flex-1 rounded-full ${place < heard ? "bg-accent" : "bg-line-strong"}`}
        />
      ))}
    </span>
  );
}
