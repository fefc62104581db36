import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from "react";
import { toast } from "#web/design/overlay/toast.ts";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";

/** How soon a part that stands on the page by itself is asked for again. */
const RETRY_AFTER_MS = 10_000;

interface Wish {
  /** Nothing is loaded at 0; each higher number asks again, if the part is still missing. 1 unless given. */
  need?: number;
  /** Stands in the place of the part until it is there. */
  missing?: ReactNode;
  /** Stands in the place of a part that did not load, and tells of it: no toast does. */
  renderFailed?: (retry: () => void) => ReactNode;
}

/** A part of the page whose module comes when the part is first needed. */
export type LazyPart<P> = (props: P & Wish) => ReactNode;

type PropsOf<C> = C extends ComponentType<infer P> ? P : never;

/** Props by which a part that can be opened says so. */
interface Opened {
  readonly isOpen?: boolean;
  readonly onClose?: () => void;
}

interface Source<P> {
  readonly load: () => Promise<ComponentType<P>>;
  /** Once it has come: drawn at once wherever it is needed next. */
  component?: ComponentType<P>;
}

/**
 * The component of this name in a module that is loaded when the component is first drawn; nothing is shown until then. A failure
 * costs nothing but that part, and a toast tells of it. A part with `onClose` is closed by it, so that the next opening asks again;
 * any other is asked for again after a while. With `isOpen` false the part is only fetched ahead, and a failure is not told.
 */
export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): LazyPart<PropsOf<M[K]>> {
  type P = PropsOf<M[K]> & object;
  const source: Source<P> = {
    load: async () => (source.component = (await load())[name] as ComponentType<P>),
  };
  return function Lazy({ need = 1, missing, renderFailed, ...props }) {
    const wish = { need, missing, renderFailed };
    return <Part source={source} wish={wish} props={props as unknown as P} />;
  };
}

interface PartProps<P> {
  source: Source<P>;
  wish: { [K in keyof Wish]-?: Wish[K] | undefined } & { need: number };
  props: P;
}

function Part<P extends object>({ source, wish, props }: PartProps<P>) {
  const { need, missing, renderFailed } = wish;
  const [Loaded, setLoaded] = useState(() => (need > 0 ? source.component : undefined));
  const [hasFailed, setFailed] = useState(false);
  const [retries, setRetries] = useState(0);
  const isMissing = Loaded === undefined && need > 0;
  const retry = () => setRetries(retries + 1);
  /** Answers whether it is to be asked for again. */
  const handleFailure = useEffectEvent((): boolean => {
    setFailed(true);
    const { isOpen, onClose } = props as Opened;
    if (renderFailed || isOpen === false) return false;
    if (onClose || !hasFailed)
      toast({
        title: t(designTexts.missing),
        description: t(designTexts.missingAdvice),
        variant: "warning",
      });
    onClose?.();
    return !onClose;
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (): void => {
      source.load().then(
        (component) => isWanted && setLoaded(() => component),
        () => {
          if (isWanted && handleFailure()) timer = setTimeout(attempt, RETRY_AFTER_MS);
        },
      );
    };
    attempt();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isMissing, need, retries, source]);
  if (Loaded) return <Loaded {...props} />;
  if (!isMissing) return null;
  return hasFailed && renderFailed ? renderFailed(retry) : missing;
}
