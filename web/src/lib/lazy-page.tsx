import { use, type ComponentType, type FunctionComponent } from 'react';

/** How long the code of a page may take to come (SHELL-51). */
export const PAGE_TIMEOUT_MS = 10_000;
/** Code of the error of what did not open in time, a page or what is around all of them. */
export const PAGE_TIMEOUT = 'PAGE_TIMEOUT';
export const PAGE_TIMEOUT_TEXT = '页面在 10 秒内没有下载完成，请检查网络后重试。';

/** The code of a page did not come in time. */
export class PageTimeoutError extends Error {
  override readonly name = 'PageTimeoutError';
}

const failed = new Set<() => void>();

/** Lets pages whose code did not come be asked for again when they are next shown. */
export function retryFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** What a page waits for, or {@link PageTimeoutError} (SHELL-51). */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new PageTimeoutError('The code of the page did not come in time.'));
    }, PAGE_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** A page whose code may be fetched before it is shown. */
export type LazyPage = FunctionComponent & {
  /** Has the code come, if nobody has yet. What fails is told when the page is shown. */
  fetch(): void;
};

/**
 * A page whose code is fetched when it is first shown, or asked for ahead:
 * `lazyPage(() => import('./approval.page.tsx'), 'ApprovalPage')`. Suspends meanwhile; throws to the page's error face.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let page: Promise<ComponentType> | null = null;
  function fetchPage(): Promise<ComponentType> {
    const fetched = inTime(load().then((module) => module[name]));
    fetched.catch(() =>
      failed.add(() => {
        page = null;
      }),
    );
    return fetched;
  }
  return Object.assign(
    function LazyPage() {
      page ??= fetchPage();
      const Page = use(page);
      return <Page />;
    },
    {
      fetch: () => {
        page ??= fetchPage();
      },
    },
  );
}
