import { serverMessage, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';

/**
 * How live the page is: `lost` after three failed reconnects (a button tries again), `ended` when the server closed the
 * session.
 */
export type PushState =
  | { status: 'idle' }
  | { status: 'connecting'; attempt: number }
  | { status: 'live' }
  | { status: 'waiting'; attempt: number }
  | { status: 'lost' }
  | { status: 'ended'; reason: string };

export const RECONNECTS = 3;
/** Milliseconds before each reconnect. */
export const RECONNECT_DELAYS_MS = [1000, 3000, 8000] as const;
export const PING_EVERY_MS = 25_000;
/** Nothing heard for this long after a ping: the line is dead though nobody said so. */
export const PONG_WITHIN_MS = 10_000;

/** The part of `WebSocket` that is used. */
export type Socket = Pick<WebSocket, 'send' | 'close'> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
};

export type PushEnvironment = {
  open(): Socket;
  topics(): readonly string[];
  onState(state: PushState): void;
  onMessage(message: ServerMessage): void;
  /** The line is back after a gap: what happened meanwhile is unknown. */
  onGap(): void;
};

export type Push = { start(): void; stop(): void };

/** The websocket with its reconnects and heartbeats. `start` also serves the button of the visible state. */
export function createPush(environment: PushEnvironment): Push {
  let socket: Socket | null = null;
  let attempt = 0;
  let wasLive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(timer);
    clearTimeout(pongTimer);
    const old = socket;
    socket = null;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  function connect(): void {
    drop();
    environment.onState({ status: 'connecting', attempt });
    const next = environment.open();
    socket = next;
    next.onopen = () => {
      next.send(JSON.stringify({ type: 'subscribe', topics: environment.topics() }));
    };
    next.onmessage = (event) => {
      receive(event.data);
    };
    next.onclose = () => {
      reconnect();
    };
    // A server that accepts and then says nothing counts as no connection.
    pongTimer = setTimeout(() => {
      reconnect();
    }, PONG_WITHIN_MS);
  }

  function reconnect(): void {
    drop();
    if (attempt >= RECONNECTS) {
      environment.onState({ status: 'lost' });
      return;
    }
    attempt += 1;
    environment.onState({ status: 'waiting', attempt });
    timer = setTimeout(connect, RECONNECT_DELAYS_MS[attempt - 1]);
  }

  function receive(data: unknown): void {
    const message = parse(data);
    if (message === null) return;
    clearTimeout(pongTimer);
    if (message.type === 'END') {
      drop();
      environment.onState({ status: 'ended', reason: message.reason });
    } else if (message.type === 'subscribed') {
      if (wasLive) environment.onGap();
      wasLive = true;
      attempt = 0;
      environment.onState({ status: 'live' });
      schedulePing();
    }
    environment.onMessage(message);
  }

  function schedulePing(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      socket?.send(JSON.stringify({ type: 'ping' }));
      pongTimer = setTimeout(() => {
        reconnect();
      }, PONG_WITHIN_MS);
      schedulePing();
    }, PING_EVERY_MS);
  }

  return {
    start() {
      attempt = 0;
      connect();
    },
    stop() {
      drop();
      attempt = 0;
      wasLive = false;
      environment.onState({ status: 'idle' });
    },
  };
}

function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return serverMessage.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
