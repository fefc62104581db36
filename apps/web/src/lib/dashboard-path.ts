/** The page of all that waits for the person, over all rooms. */
export const DASHBOARD_PATH = "/dashboard";
