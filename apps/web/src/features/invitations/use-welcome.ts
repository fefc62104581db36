import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isWelcome, welcome } from "./welcome.ts";

/** Welcomes a person who comes from their invitation, once. */
export function useWelcome(): void {
  const { pathname, ...location } = useLocation();
  const state: unknown = location.state;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isWelcome(state)) return;
    welcome(state);
    void navigate(pathname, { replace: true });
  }, [state, pathname, navigate]);
}
