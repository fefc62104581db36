import type { ConnectionStatus } from "@colbin/protocol";
import clsx from "clsx";
import { UserRound } from "lucide-react";
import { t, type Text } from "#web/lib/i18n.ts";
import { Sentence } from "#web/lib/Sentence.tsx";
import { workspaceTexts } from "./texts.ts";

interface WorkspaceSwitcherProps {
  name: string;
  connection: ConnectionStatus;
}

const states: Record<ConnectionStatus, { text: Text; dot: string }> = {
  connected: { text: workspaceTexts.connected, dot: "bg-online" },
  connecting: { text: workspaceTexts.connecting, dot: "bg-away" },
  reconnecting: { text: workspaceTexts.connecting, dot: "bg-away" },
  error: { text: workspaceTexts.error, dot: "bg-danger" },
  disconnected: { text: workspaceTexts.disconnected, dot: "inset-ring-[1.5px] inset-ring-offline" },
};

/** Where one is, and whether it is live. There is one workspace, so there is nothing to choose. */
export function WorkspaceSwitcher({ name, connection }: WorkspaceSwitcherProps) {
  const { text, dot } = states[connection];
  return (
    <div className="flex h-header items-center gap-2.5 px-2">
      <span
        aria-hidden="true"
        data-mark=""
        className="grid size-7 flex-none place-items-center rounded-md bg-accent text-on-accent"
      >
        <UserRound />
      </span>
      <p className="min-w-0 flex-1">
        <Sentence
          text={workspaceTexts.workspace}
          values={{ name }}
          elements={{
            kind: <span className="sr-only" />,
            name: <bdi className="clip-line block text-md leading-4.5 font-strong" />,
          }}
        />
        <span role="status" className="flex items-center gap-1.25 text-xs text-ink-subtle">
          <i data-mark="" className={clsx("size-1.75 flex-none rounded-full", dot)} />
          {t(text)}
        </span>
      </p>
    </div>
  );
}
