import { expect, test, vi } from "vitest";
import { busyProps } from "./busy-props.ts";

test("a busy button keeps its focus and ignores presses, also one that would submit", () => {
  const onClick = vi.fn<() => void>();
  const props = busyProps(true, { disabled: true, onClick });
  const preventDefault = vi.fn<() => void>();
  props.onClick?.({ preventDefault } as never);
  expect(props).toMatchObject({ disabled: false, "aria-disabled": true });
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(onClick).not.toHaveBeenCalled();
});

test("otherwise it is what its owner says", () => {
  const onClick = vi.fn<() => void>();
  expect(busyProps(false, { disabled: true, onClick })).toEqual({ disabled: true, onClick });
});
