import { TriangleAlert } from "lucide-react";
import { Banner } from "#web/design/page/Banner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { instanceTexts } from "./texts.ts";

/** On every page of a server that shows one-time codes instead of sending them (rules-identity 13). */
export function DevDeliveryBanner() {
  return <Banner icon={TriangleAlert}>{t(instanceTexts.devDelivery)}</Banner>;
}
