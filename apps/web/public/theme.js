// Blocking and outside the bundle: the choice must stand before the first paint, and the policy allows no inline script.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page (blocked cookies): the system's theme stays.
}
