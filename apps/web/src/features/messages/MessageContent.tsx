import { lazy, Suspense, type ReactNode } from "react";
import { Paragraph } from "./Paragraph.tsx";

// On its way from the start, beside the messages that need it.
const formatted = import("./FormattedContent.tsx");
const FormattedContent = lazy(async () => ({ default: (await formatted).FormattedContent }));

interface MessageContentProps {
  content: string;
  /** Follows the last word, or the last block where that is none of words. */
  suffix: ReactNode;
}

/** The text of a message: as it was written until the formatting is there. */
export function MessageContent({ content, suffix }: MessageContentProps) {
  const plain = (
    <Paragraph>
      {content} {suffix}
    </Paragraph>
  );
  return (
    <div className="space-y-1.5 text-body wrap-anywhere">
      <Suspense fallback={plain}>
        <FormattedContent content={content} suffix={suffix} />
      </Suspense>
    </div>
  );
}
