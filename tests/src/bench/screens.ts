import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { WebSocket } from 'ws';
import type { ApiSession } from '../testing/api-session.ts';
import type { ProductStage } from './stage.ts';

/** One person's open page. */
export interface Screen {
  readonly session: ApiSession;
  /** Replaces who is called when the page is told to fetch approvals again. */
  onTold(listener: () => void): void;
  close(): void;
}

/** A person's socket, subscribed to what concerns the person. */
export interface SocketOrder {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly userName: string;
}

/** Opens a page's socket and waits until it is subscribed. */
export async function openScreen({ urls, session }: ProductStage, userName: string): Promise<Screen> {
  const person = await session(userName);
  let listener: (() => void) | undefined;
  const socket = await openSocket(orderOf(urls.at(-1)!, person));
  socket.on('message', (data: Buffer) => {
    if ((JSON.parse(data.toString('utf8')) as { type: string }).type === 'approvals') listener?.();
  });
  return {
    session: person,
    onTold(next) {
      listener = next;
    },
    close: () => socket.terminate(),
  };
}

/** Opens a socket and resolves when it is subscribed. */
export async function openSocket({ url, headers, userName }: SocketOrder): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers });
  await once(socket, 'open');
  const subscribed = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'subscribe', topics: [userName] }));
  await subscribed;
  return socket;
}

/** Teachers who have so many pages open, in a process of their own. A person may have twenty. */
export async function openCrowd({ urls, session }: ProductStage, sockets: number): Promise<{ close(): void }> {
  const people = await Promise.all(
    Array.from({ length: Math.ceil(sockets / 20) }, (_, index) => session(`teacher${index + 71}`)),
  );
  const child = fork(fileURLToPath(new URL('./crowd-process.ts', import.meta.url)));
  const ready = once(child, 'message');
  child.send(
    Array.from({ length: sockets }, (_, index) => orderOf(urls[index % urls.length]!, people[index % people.length]!)),
  );
  await ready;
  return { close: () => child.disconnect() };
}

function orderOf(url: string, { cookie, userName }: ApiSession): SocketOrder {
  return { url: url.replace('http', 'ws') + WEBSOCKET_PATH, headers: { cookie, origin: url }, userName };
}
