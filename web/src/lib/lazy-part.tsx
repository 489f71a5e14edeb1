import { useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { serverAnswers } from './server-answers.ts';

/** How long after a failure the code of a part is asked for again. */
export const PART_RETRY_MS = 3000;

/**
 * A part of a page whose code is fetched when it is first shown:
 * `lazyPart(async () => (await import('./calendar.tsx')).DayInput, { waiting: <Skeleton /> })`. While the line is down
 * the page around it goes on, and the code is asked for again until it comes. Code that is gone, since a newer version
 * was installed, throws to the page's error face, unless the part is `optional`: then the page goes on without it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, optional = false }: { waiting?: ReactNode; optional?: boolean } = {},
): FunctionComponent<Props> {
  let part: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
    const [state, setState] = useState<{ Part: ComponentType<Props> | null; gone?: Error }>({ Part: part });
    const missing = state.Part === null && state.gone === undefined;
    useEffect(() => {
      if (!missing) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let shown = true;
      const fetchPart = async () => {
        try {
          part = await load();
          if (shown) setState({ Part: part });
        } catch (error) {
          const gone = !optional && (await serverAnswers());
          if (!shown) return;
          if (gone) setState({ Part: null, gone: error as Error });
          else timer = setTimeout(() => void fetchPart(), PART_RETRY_MS);
        }
      };
      void fetchPart();
      return () => {
        shown = false;
        clearTimeout(timer);
      };
    }, [missing]);
    if (state.gone !== undefined) throw state.gone;
    return state.Part === null ? waiting : <state.Part {...props} />;
  };
}
