import { Moon, Sun } from "lucide-react";
import { designTexts } from "#web/design/texts.ts";
import { otherTheme, setTheme, useTheme } from "#web/lib/device/theme.ts";
import { t } from "#web/lib/language/i18n.ts";
import { IconButton } from "./IconButton.tsx";

export function ThemeToggle({ className }: { className: string }) {
  const { isDark } = useTheme();
  return (
    <IconButton
      className={className}
      label={t(isDark ? designTexts.toLight : designTexts.toDark)}
      onClick={() => setTheme(otherTheme())}
    >
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  );
}
