// Blocking and outside the bundle: the choices must stand before the first paint, and the policy allows no inline script.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("density") === "compact")
    document.documentElement.dataset.density = "compact";
} catch {
  // Storage is closed to this page (blocked cookies): the system's theme stays.
}
