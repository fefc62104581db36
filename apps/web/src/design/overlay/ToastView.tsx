import clsx from "clsx";
import { Check, CircleAlert, Info, TriangleAlert, X } from "lucide-react";
import { Toast } from "radix-ui";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { dismissToast, TOAST_DURATION_MS, TOAST_SWIPE_PX, type ShownToast } from "./toast.ts";

const looks = {
  default: { icon: Check, ink: "text-ink-subtle" },
  info: { icon: Info, ink: "text-accent-ink" },
  warning: { icon: TriangleAlert, ink: "text-warning-ink" },
  destructive: { icon: CircleAlert, ink: "text-on-danger" },
};

export function ToastView({ shown }: { shown: ShownToast | undefined }) {
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_PX}
    >
      {shown && <ToastCard key={shown.id} shown={shown} />}
      <Toast.Viewport
        label={t(designTexts.notifications, { hotkey: "{hotkey}" })}
        className="toast-place fixed end-4 z-toast flex max-pair:inset-x-2"
      />
    </Toast.Provider>
  );
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const variant = shown.variant ?? "default";
  const { icon: Icon, ink } = looks[variant];
  const isDestructive = variant === "destructive";
  return (
    <Toast.Root
      duration={shown.durationMs ?? TOAST_DURATION_MS}
      type={isDestructive ? "foreground" : "background"}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(shown.id);
      }}
      data-surface=""
      className={clsx(
        "animate-rise grid w-85 max-w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2.5 gap-y-0.5 rounded-lg py-2.75 ps-3.5 pe-2 shadow-float max-pair:w-full",
        "data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        isDestructive ? "bg-danger text-on-danger" : "bg-raised",
      )}
    >
      <Icon className={clsx("mt-px", ink)} aria-hidden="true" />
      <Toast.Title className="font-strong">{shown.title}</Toast.Title>
      <Toast.Close asChild>
        <IconButton
          label={t(designTexts.dismiss)}
          className={clsx("-my-1 coarse:-my-3", isDestructive && "text-on-danger")}
        >
          <X aria-hidden="true" />
        </IconButton>
      </Toast.Close>
      {shown.action && (
        <Toast.Action
          altText={shown.action.label}
          asChild
          onClick={shown.action.onClick}
          className="col-start-2 row-start-3 mt-1.5 justify-self-start"
        >
          <Button size="sm">{shown.action.label}</Button>
        </Toast.Action>
      )}
      {shown.description && (
        <Toast.Description
          className={clsx("col-start-2", isDestructive ? "text-on-danger" : "text-ink-muted")}
        >
          {shown.description}
        </Toast.Description>
      )}
    </Toast.Root>
  );
}
