/** The empty desk behind the sign-in dialog: the place one is about to enter. Widths in percent and pixels. */
const rows = [62, 54, 48, 40, 0, 70, 44, 58, 66, 38, 50, 62, 0, 56, 64, 48, 60];
const messages = [
  { author: 120, lines: [64, 38] },
  { author: 96, lines: [72] },
  { author: 132, lines: [46, 58] },
  { author: 104, lines: [68, 30] },
  { author: 120, lines: [54] },
  { author: 90, lines: [74, 44] },
];

export function SignInGhost() {
  return (
    <div
      aria-hidden="true"
      className="fixed inset-0 grid grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)] overflow-hidden max-pair:hidden"
    >
      <div className="grid content-start gap-3.5 px-4.5 py-5">
        <Bone className="h-3.5 rounded-xs" width="60%" />
        <Bone className="h-7.5 rounded-sm" width="100%" />
        {rows.map((width, index) => (
          <Bone
            key={index}
            className={width ? "h-2.5 rounded-xs" : "h-3 opacity-0"}
            width={`${width}%`}
          />
        ))}
      </div>
      <div className="p-seam ps-0">
        <div className="h-full overflow-hidden rounded-xl bg-sheet shadow-sheet">
          <div className="flex h-header items-center border-b border-line px-gutter">
            <Bone className="h-3 rounded-xs opacity-75" width="140px" />
          </div>
          <div className="grid gap-7.5 px-[10%] py-9 opacity-75">
            {messages.map(({ author, lines }, index) => (
              <div key={index} className="flex gap-3.5">
                <Bone className="size-avatar rounded-full" width="" />
                <div className="grid flex-1 content-start gap-2.25">
                  <Bone className="h-2.5 rounded-xs" width={`${author}px`} />
                  {lines.map((width) => (
                    <Bone key={width} className="h-2.5 rounded-xs" width={`${width}%`} />
                  ))}
                </div>
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function Bone({ className, width }: { className: string; width: string }) {
  return <i className={`block bg-hover ${className}`} style={width ? { width } : undefined} />;
}
