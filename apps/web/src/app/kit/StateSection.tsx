import { Pin, WifiOff } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { Badge } from "#web/design/identity/Badge.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { Banner } from "#web/design/page/Banner.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { Specimen } from "./Specimen.tsx";

const variants = ["default", "info", "warning", "destructive"] as const;

export function StateSection() {
  return (
    <Specimen title="States">
      <Avatar id="1" name="Nora Winter" presence="online" />
      <Avatar id="2" name="Jonas Lindqvist" presence="away" />
      <Avatar id="3" name="Leila Haddad" presence="busy" />
      <Badge count={7} label="7 unread" />
      <Badge count={120} label="99+ mentions" isMention />
      {variants.map((variant) => (
        <Button
          key={variant}
          size="sm"
          onClick={() => toast({ title: "Room joined", description: "As a member", variant })}
        >
          Toast: {variant}
        </Button>
      ))}
      <div className="grid w-full gap-3">
        <Banner icon={WifiOff}>You are offline.</Banner>
        <Note>Some fields are not valid</Note>
        <Skeleton className="h-2.5 w-44 rounded-xs" />
        <EmptyState icon={Pin} title="Nothing pinned yet" text="Pin what newcomers should read." />
        <ErrorState
          title="Messages did not load"
          text="The server did not answer. Nothing is lost."
          onRetry={() => toast({ title: "Tried again" })}
        />
      </div>
    </Specimen>
  );
}
