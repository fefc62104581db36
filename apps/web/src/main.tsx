import "./design/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./app/ErrorBoundary.tsx";
import { Root } from "./app/Root.tsx";

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no element with the id root");

createRoot(container).render(
  <StrictMode>
    <ErrorBoundary>
      <Root />
    </ErrorBoundary>
  </StrictMode>,
);
