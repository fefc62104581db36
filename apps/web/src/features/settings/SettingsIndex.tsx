import { Navigate } from "react-router";
import { narrowQuery, useMediaQuery } from "#web/lib/media.ts";

/** `/settings`: the first page; on a narrow screen the list of them, which stands where the rooms do. */
export function SettingsIndex() {
  return useMediaQuery(narrowQuery) ? null : <Navigate to="/settings/profile" replace />;
}
