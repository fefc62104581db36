import { lazy, Suspense, type ReactNode } from "react";
import { Paragraph } from "./Paragraph.tsx";

// On its way from the start, beside the messages that need it. Without it they stay readable as they were written.
const formatted = import("./FormattedContent.tsx").then(
  ({ FormattedContent }) => ({ default: FormattedContent }),
  () => ({ default: PlainContent }),
);
const FormattedContent = lazy(() => formatted);

interface MessageContentProps {
  content: string;
  /** Follows the last word, or the last block where that is none of words. */
  suffix: ReactNode;
}

/** The text of a message: as it was written until the formatting is there. */
export function MessageContent(props: MessageContentProps) {
  return (
    <div className="space-y-1.5 text-body wrap-anywhere">
      <Suspense fallback={<PlainContent {...props} />}>
        <FormattedContent {...props} />
      </Suspense>
    </div>
  );
}

function PlainContent({ content, suffix }: MessageContentProps) {
  return (
    <Paragraph>
      {content} {suffix}
    </Paragraph>
  );
}
