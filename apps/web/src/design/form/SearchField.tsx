import { Search } from "lucide-react";
import type { ComponentProps } from "react";

interface SearchFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Escape empties it first; in an empty field the key is somebody else's. */
export function SearchField({ label, value, onChange, onKeyDown, ...rest }: SearchFieldProps) {
  return (
    <label className="flex h-control-md min-w-0 flex-1 items-center gap-1.75 rounded-sm bg-hover px-2 text-ink-subtle focus-within:bg-field focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus max-pair:rounded-lg max-pair:px-3">
      <Search aria-hidden="true" />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== "Escape" || value === "") return;
          event.preventDefault();
          onChange("");
        }}
        className="h-full min-w-0 flex-1 text-ink outline-none coarse:text-read [&::-webkit-search-cancel-button]:hidden"
      />
    </label>
  );
}
