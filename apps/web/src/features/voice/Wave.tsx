interface WaveProps {
  /** In percent of the loudest. */
  points: readonly number[];
  /** So many of them are in the colour of what was heard. */
  heard: number;
}

/** Bars, as loud as the recording was, over the whole width. */
export function Wave({ points, heard }: WaveProps) {
  return (
    <span aria-hidden="true" className="flex h-full min-w-0 flex-1">
      {points.map((point, place) => (
        <i key={place} className="grid min-w-0 flex-1 place-items-center">
          <b
            style={{ height: `${Math.max(12, point)}%` }}
            className={`w-2/3 max-w-0.75 rounded-full ${place < heard ? "bg-accent" : "bg-line-strong"}`}
          />
        </i>
      ))}
    </span>
  );
}
