import "./design/tokens/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./app/ErrorBoundary.tsx";
import { Root } from "./app/Root.tsx";
import { loadPublicConfig } from "./features/instance/public-config.ts";
import { showLanguage } from "#web/lib/language/locale.ts";

showLanguage();
// Every page wants it, and the request is faster than the code that shows it.
void loadPublicConfig();

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no element with the id root");

createRoot(container).render(
  <StrictMode>
    <ErrorBoundary>
      <Root />
    </ErrorBoundary>
  </StrictMode>,
);
