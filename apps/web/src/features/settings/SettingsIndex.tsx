import { useEffect } from "react";
import { useNavigate } from "react-router";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";

/** `/settings`: the first page; on a narrow screen the list of them, which stands where the rooms do. */
export function SettingsIndex() {
  const isNarrow = useMediaQuery(narrowQuery);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNarrow) void navigate("/settings/profile", { replace: true });
  }, [isNarrow, navigate]);
  return null;
}
