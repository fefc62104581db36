type Shortcodes = Readonly<Record<string, string | readonly string[]>>;

let names: Promise<ReadonlySet<string>> | undefined;

/** Is the name one of the short codes that clients draw as a standard emoji? Read when it is first asked for: few servers ever are. */
export async function isStandardName(name: string): Promise<boolean> {
  names ??= readNames();
  return (await names).has(name);
}

async function readNames(): Promise<ReadonlySet<string>> {
  const { default: codes } = (await import("emojibase-data/en/shortcodes/github.json", {
    with: { type: "json" },
  })) as { readonly default: Shortcodes };
  return new Set(Object.values(codes).flat());
}
