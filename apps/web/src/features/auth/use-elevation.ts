import type { ElevationMethod } from "@colbin/protocol";
import { useRef, useState } from "react";
import { account } from "#web/lib/api/account.ts";
import {
  preferredWay,
  readWays,
  revealBy,
  type AskedProof,
  type ShownWay,
} from "./elevation-proof.ts";
import { readElevation } from "./elevation.ts";

/** Done by a press in the place of showing what is typed; answers whether it has proved that it is still the person. */
export type Turn = () => Promise<boolean>;

/** The elevation of an act: a live one, or by a proof that the person is asked for first (rules-identity 29). */
export function useElevation() {
  const [asked, setAsked] = useState<AskedProof>();
  const [value, setValue] = useState("");
  const turn = useRef<Turn>(undefined);

  /** A code is sent only to somebody who is asked for it. */
  async function show(ways: readonly ElevationMethod[], way: ShownWay | undefined): Promise<void> {
    if (way !== "otp") {
      setValue("");
      return setAsked({ ways, way });
    }
    const sent = await account.call("revealAuth", { body: {} });
    if (!("sent" in sent)) return;
    setValue(sent.otp ?? "");
    setAsked({ ways, way, sent });
  }

  async function ask(): Promise<void> {
    const ways = await readWays();
    await show(ways, preferredWay(ways));
  }

  /** To be called when the form is sent. Undefined where the person has something to show first, which they are asked for then. */
  async function obtain(): Promise<string | undefined> {
    const taken = turn.current;
    turn.current = undefined;
    if (taken) {
      if (!(await taken())) return undefined;
    } else if (asked) await revealBy(asked.way, value);
    setAsked(undefined);
    const token = readElevation();
    if (token === undefined) await ask();
    return token;
  }

  return {
    asked,
    value,
    setValue,
    ask,
    obtain,
    /** The form is to be sent for this. */
    take: (next: Turn) => {
      turn.current = next;
    },
    /** Asks by another way of those that the person has. */
    choose: (way: ShownWay): Turn => {
      return async () => {
        if (asked) await show(asked.ways, way);
        return false;
      };
    },
  };
}
