import { EventEmitter } from 'node:events';
import type { WebSocket } from '@fastify/websocket';
import { countCache } from '@jwxt/infra/runtime/cache-figures.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createMetrics } from '@jwxt/infra/runtime/metrics.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { noTracing } from '@jwxt/infra/runtime/tracing.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGatewayMetrics } from '../kernel/gateway-metrics.ts';
import type { Principal } from '../kernel/principal.ts';
import type { FeedListener, ReadModelNotice } from '../kernel/read-model-feed.ts';
import { createPushHub, type PushHub, type PushHubOptions } from './push-hub.ts';

/** A browser's socket that keeps what it was sent. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.terminate();
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
  ping(): void {
    this.emit('pong');
  }
  get approvals(): number {
    return this.sent.filter((text) => text.includes('approvals')).length;
  }
}

let feed: FeedListener;
let shown: Map<string, (reached: boolean) => void>;
let hub: PushHub;
let asked: string[][];
/** Queues of somebody absent, by who decides on them meanwhile. */
let lent: Map<string, string[]>;

function start(more: Partial<PushHubOptions> = {}): void {
  hub = createPushHub({
    db: { query: () => Promise.resolve({ rows: [] }) } as unknown as Queryable,
    feed: {
      connected: true,
      close: () => Promise.resolve(),
      subscribe(listener) {
        feed = listener;
        return () => undefined;
      },
      reached: (_models, position) => new Promise((resolve) => shown.set(position, resolve)),
    },
    messages: { connected: true, close: () => Promise.resolve(), subscribe: () => undefined },
    sessions: {
      aliveAmong(idHashes: readonly string[]) {
        asked.push([...idHashes]);
        return Promise.resolve(new Set(idHashes.filter((hash) => hash !== 'ended')));
      },
    } as unknown as PushHubOptions['sessions'],
    principals: {
      get: (userName: string) => Promise.resolve(principal(userName)),
      forget: () => undefined,
      cache: { figures: () => countCache().figures(0), clear: () => undefined },
    },
    queueKeys: { of: ({ userName }) => Promise.resolve(queuesOf(userName)) },
    logger: createLogger('test', { level: 'silent' }),
    clock: () => new Date(),
    metrics: createGatewayMetrics(createMetrics()),
    tracing: noTracing,
    ...more,
  });
}

const principal = (userName: string): Principal => ({
  userName,
  name: userName,
  kind: 'teacher',
  gh: null,
  studentCode: null,
  departmentId: null,
  departmentName: null,
  roles: [],
  lent: [],
  ownUnits: [],
  ledClasses: [],
  ownMajors: [],
  ownGrades: [],
});
const queuesOf = (userName: string): string[] => [
  ...(userName.startsWith('dean') ? [`queue ${userName.slice(4)}`, 'shared'] : []),
  ...(lent.get(userName) ?? []),
];

function connect(userName: string, idHash = userName): FakeSocket {
  const socket = new FakeSocket();
  hub.connect(socket as unknown as WebSocket, {
    session: { idHash, userName, csrfSecret: '', loginWay: '1', issuedBy: null },
    user: principal(userName),
    queueKeys: queuesOf(userName),
  });
  socket.emit('message', Buffer.from(JSON.stringify({ type: 'subscribe', topics: [userName, 'sysmesg'] })));
  socket.sent.length = 0;
  return socket;
}

const notice = (model: string, position: string, more: Partial<ReadModelNotice> = {}): void =>
  feed.onNotice({ models: [model], changed: [model], position, queues: [], users: [], sheets: [], ...more });
const reach = async (position: string): Promise<void> => {
  shown.get(position)?.(true);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  shown = new Map();
  asked = [];
  lent = new Map();
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

describe('telling of approvals', () => {
  it('tells those whose queue changed and the applicant once, when all read models show it; nobody else', async () => {
    start();
    const [dean, other, applicant, stranger] = [
      connect('dean1'),
      connect('dean2'),
      connect('teacher1'),
      connect('teacher2'),
    ];
    notice('approval-log', '1/1', { users: ['teacher1'] });
    notice('todo-queue', '1/1', { queues: ['queue 1'], users: ['teacher1'] });
    expect([dean.approvals, applicant.approvals]).toEqual([0, 0]);
    notice('approval-list', '1/1', { queues: ['queue 1'], users: ['teacher1'] });
    await reach('1/1');
    expect([dean.approvals, applicant.approvals, other.approvals, stranger.approvals]).toEqual([1, 1, 0, 0]);
  });

  it('says the first thing at once, and gathers a stream', async () => {
    start();
    const dean = connect('dean1');
    for (let at = 1; at <= 20; at += 1) {
      notice('todo-queue', `${String(at)}/1`, { queues: ['queue 1'] });
      await reach(`${String(at)}/1`);
      if (at === 1) expect(dean.approvals).toBe(1);
      await vi.advanceTimersByTimeAsync(10);
    }
    // 200 ms: the first, then one for each 50 ms.
    expect(dean.approvals).toBe(5);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(dean.approvals).toBe(5);
  });

  it('does not send all at once to fetch: those it concerns go first, others in a measured stream, once', async () => {
    start({ pace: { burst: 10, perSecond: 100 } });
    const crowd = Array.from({ length: 200 }, (_, index) => connect(`teacher${String(index)}`));
    const dean = connect('dean1');
    const told = (): number => crowd.filter(({ approvals }) => approvals > 0).length;
    feed.onNotice({
      models: ['todo-queue', 'approval-list', 'attempt'],
      changed: ['todo-queue', 'approval-list'],
      position: '1/1',
    });
    await reach('1/1');
    expect(told()).toBe(10);
    notice('todo-queue', '2/1', { queues: ['queue 1'] });
    await reach('2/1');
    await vi.advanceTimersByTimeAsync(25);
    expect(dean.approvals).toBe(1);
    await vi.advanceTimersByTimeAsync(975);
    expect(told()).toBeGreaterThan(90);
    expect(told()).toBeLessThan(125);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(crowd.map(({ approvals }) => approvals)).toEqual(crowd.map(() => 1));
  });

  it('keeps nothing for a browser that does not read: it is dropped, and fetches afresh when it returns', async () => {
    start();
    const [slow, quick] = [connect('dean1'), connect('dean1')];
    slow.bufferedAmount = 300 * 1024;
    notice('todo-queue', '1/1', { queues: ['shared'] });
    await reach('1/1');
    expect([slow.sent.length, slow.readyState, quick.approvals, hub.connections]).toEqual([0, 3, 1, 1]);
  });

  it('forgets who has left', async () => {
    start();
    const dean = connect('dean1');
    notice('todo-queue', '1/1', { queues: ['queue 1'] });
    dean.terminate();
    await reach('1/1');
    expect([dean.sent, hub.connections]).toEqual([[], 0]);
  });
});

describe('looking again at connections', () => {
  it('asks about everybody once in a beat, some at a time, and ends what has ended', async () => {
    start({ beatMs: 30_000 });
    const sockets = Array.from({ length: 60 }, (_, index) =>
      connect(`teacher${String(index)}`, index === 7 ? 'ended' : `session ${String(index)}`),
    );
    await vi.advanceTimersByTimeAsync(32_000);
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(4);
    expect(new Set(asked.flat()).size).toBe(60);
    expect(asked.flat().length).toBeLessThanOrEqual(64);
    expect(sockets[7]?.sent).toEqual([JSON.stringify({ type: 'END', status: 'END', reason: '会话已过期！' })]);
    expect(hub.connections).toBe(59);
  });

  it('who may now decide elsewhere hears of those queues at once, of a beginning or end at the next look', async () => {
    start({ beatMs: 30_000 });
    const delegate = connect('dean2');
    lent.set('dean2', ['queue 1']);
    notice('secondary-auth', '1/1', { users: ['dean1', 'dean2'] });
    await reach('1/1');
    await vi.advanceTimersByTimeAsync(1_000);
    const told = delegate.approvals;
    expect(told).toBeGreaterThan(0);
    notice('todo-queue', '2/1', { queues: ['queue 1'] });
    await reach('2/1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(delegate.approvals).toBe(told + 1);
    // It ends by itself: nothing says so, and what is on the screen is no longer theirs.
    lent.clear();
    await vi.advanceTimersByTimeAsync(32_000);
    expect(delegate.approvals).toBe(told + 2);
  });

  it('does not trouble the database for one connection more than once in a beat', async () => {
    start({ beatMs: 30_000 });
    connect('dean1');
    await vi.advanceTimersByTimeAsync(100_000);
    expect(asked).toHaveLength(3);
  });
});
