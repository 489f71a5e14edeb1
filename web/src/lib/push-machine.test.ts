import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import {
  createPush,
  PING_EVERY_MS,
  PONG_WITHIN_MS,
  RECONNECT_DELAYS_MS,
  RECONNECTS,
  type Push,
  type PushState,
  type Socket,
} from './push-machine.ts';

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: unknown[] = [];
  closed = false;
  send(data: unknown): void {
    this.sent.push(JSON.parse(String(data)));
  }
  close(): void {
    this.closed = true;
  }
  say(message: ServerMessage | string): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  accept(): void {
    this.onopen?.();
    this.say({ type: 'subscribed', topics: ['dean1', 'sysmesg'] });
  }
}

let sockets: FakeSocket[];
let states: PushState[];
let heard: ServerMessage[];
let gaps: number;
let push: Push;
const last = () => sockets.at(-1) as FakeSocket;
const status = () => states.at(-1)?.status;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  heard = [];
  gaps = 0;
  push = createPush({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    topics: () => ['dean1', 'sysmesg'],
    onState: (state) => states.push(state),
    onMessage: (message) => heard.push(message),
    onGap: () => {
      gaps += 1;
    },
  });
  push.start();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the line to the server', () => {
  it('asks for its topics and is live once they are granted', () => {
    expect(status()).toBe('connecting');
    last().accept();
    expect(last().sent).toEqual([{ type: 'subscribe', topics: ['dean1', 'sysmesg'] }]);
    expect(status()).toBe('live');
    last().say({ type: 'approvals', topic: 'dean1' });
    expect(heard.at(-1)).toEqual({ type: 'approvals', topic: 'dean1' });
    expect(gaps).toBe(0);
  });

  it('NOTICE-29: after three failed reconnects it is lost, and a press on the button begins anew', () => {
    last().accept();
    for (const delay of RECONNECT_DELAYS_MS) {
      last().onclose?.();
      expect(status()).toBe('waiting');
      vi.advanceTimersByTime(delay);
      expect(status()).toBe('connecting');
    }
    last().onclose?.();
    expect(status()).toBe('lost');
    expect(sockets).toHaveLength(1 + RECONNECTS);
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1 + RECONNECTS);
    push.start();
    last().accept();
    expect(status()).toBe('live');
    expect(gaps).toBe(1);
  });

  it('a reconnect that works counts from the beginning again, and what happened meanwhile is fetched', () => {
    last().accept();
    last().onclose?.();
    vi.advanceTimersByTime(RECONNECT_DELAYS_MS[0]);
    last().accept();
    expect(gaps).toBe(1);
    last().onclose?.();
    expect(states.at(-1)).toEqual({ status: 'waiting', attempt: 1 });
  });

  it('beats while it lives; a server that does not answer counts as gone', () => {
    last().accept();
    vi.advanceTimersByTime(PING_EVERY_MS);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    last().say({ type: 'pong' });
    vi.advanceTimersByTime(PONG_WITHIN_MS);
    expect(status()).toBe('live');
    vi.advanceTimersByTime(PING_EVERY_MS - PONG_WITHIN_MS);
    const dead = last();
    vi.advanceTimersByTime(PONG_WITHIN_MS);
    expect([status(), dead.closed]).toEqual(['waiting', true]);
  });

  it('a server that accepts and stays silent is left', () => {
    vi.advanceTimersByTime(PONG_WITHIN_MS);
    expect(status()).toBe('waiting');
  });

  it('NOTICE-30: END stops for good: no reconnect is wanted', () => {
    last().accept();
    const ended = last();
    ended.say({ type: 'END', status: 'END', reason: '会话已过期' });
    expect(states.at(-1)).toEqual({ status: 'ended', reason: '会话已过期' });
    vi.advanceTimersByTime(600_000);
    expect([sockets.length, ended.closed]).toEqual([1, true]);
  });

  it('unknown messages are nothing', () => {
    last().accept();
    const before = heard.length;
    for (const text of ['', '{', '{"type":"other"}', '[]']) last().say(text);
    expect([heard.length, status()]).toEqual([before, 'live']);
  });
});
