import { API_ROOT, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { vi } from 'vitest';

/** One call that the page made: the operation's path below the API root and its fields, wherever they travelled. */
export type StubbedCall = { path: string; fields: Record<string, string> };
type Answer = { status?: number; body: object };

/** An operation with what the stubbed server answers to it: data, or a refusal. */
export type Answering = readonly [
  operation: Pick<Operation, 'path'>,
  answer: (fields: Record<string, string>) => Answer | Promise<Answer>,
];

export const ok = (data: object): Answer => ({ body: { code: '200', message: '操作成功', data } });
export const refused = (code: string, message: string, status = 400, more: object = {}): Answer => ({
  status,
  body: { code, message, traceId: 't', ...more },
});

/**
 * Stands in for the server: `fetch` answers by operation and everything that was called is kept. What is not named is
 * NOT_FOUND. Undo it by `vi.unstubAllGlobals()`.
 */
export function stubApi(answers: readonly Answering[]): {
  calls: StubbedCall[];
  to: (operation: Pick<Operation, 'path'>) => StubbedCall[];
} {
  const calls: StubbedCall[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const url = new URL(address, 'http://jw.example');
    const sent =
      typeof body === 'string'
        ? body.startsWith('{')
          ? (JSON.parse(body) as Record<string, string>)
          : Object.fromEntries(new URLSearchParams(body))
        : {};
    const call = {
      path: url.pathname.slice(API_ROOT.length),
      fields: { ...Object.fromEntries(url.searchParams), ...sent },
    };
    calls.push(call);
    const found =
      (await answers.find(([operation]) => operation.path === call.path)?.[1](call.fields)) ??
      refused('NOT_FOUND', '您访问的内容不存在或已被删除', 404);
    return Response.json(found.body, { status: found.status ?? 200 });
  });
  return { calls, to: (operation) => calls.filter(({ path }) => path === operation.path) };
}

/** The readable cookie of a signed-in person; null removes it. */
export function setUserCookie(user: { userName: string; name: string; sso?: string } | null): void {
  document.cookie =
    user === null
      ? 'user=; path=/; max-age=0'
      : `user=${encodeURIComponent(JSON.stringify({ roleNames: [], semester: '', sso: '0', ...user }))}; path=/`;
}
