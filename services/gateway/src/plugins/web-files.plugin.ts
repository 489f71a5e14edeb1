import { statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messagePage } from '../kernel/message-page.ts';
import { Refused } from '../kernel/refused.ts';

const missingPage = messagePage({
  title: '页面文件尚未生成',
  lines: [
    '服务已经启动，但没有找到网页文件（web/dist）。',
    '请用 npm start 启动，它会自动生成页面；或在 web 目录运行 npx vite build。完成后刷新本页即可。',
  ],
});

/**
 * Serves the built pages, whenever they appear. Where the build wrote a file compressed too, that is sent to who
 * takes it. Hashed assets are kept for a year, everything else is asked for again; an unknown address
 * that wants a page gets the application, which knows its own addresses. `/api`, `/sws` and `/health` never do: there
 * an unknown address is NOT_FOUND.
 */
export async function registerWebFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(staticFiles, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(resolve(root, 'assets') + sep);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPageAddress(request)) throw new Refused('NOT_FOUND');
    const asked = pathOf(request.url)?.slice(1) ?? '';
    if (asked !== '' && isFile(root, asked)) return reply.sendFile(asked);
    // A missing script must not be answered with a page: the browser would run into its first letter.
    if (/\.\w{2,5}$/.test(asked)) throw new Refused('NOT_FOUND');
    if (isFile(root, 'index.html')) return reply.sendFile('index.html');
    return reply.code(503).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(missingPage);
  });
}

/** Whether a request that no route takes may be for a page: none of the API, and nothing that carries a body. */
export function isPageAddress({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  const path = pathOf(url);
  return (method === 'GET' || method === 'HEAD') && path !== null && !/^\/(api|sws|health)(\/|$)/.test(path);
}

function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return null;
  }
}

function isFile(root: string, path: string): boolean {
  const file = resolve(root, path);
  return (
    file.startsWith(resolve(root) + sep) &&
    !file.includes('\0') &&
    statSync(file, { throwIfNoEntry: false })?.isFile() === true
  );
}
