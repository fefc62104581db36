import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { ReportList } from "./ReportList.tsx";

/** The reports of the room, for the people who lead it. */
export function ReportsPart({ slug }: { slug: string }) {
  return (
    <ScrollRegion className="min-h-0 flex-1 px-gutter py-4">
      <ReportList slug={slug} />
    </ScrollRegion>
  );
}
