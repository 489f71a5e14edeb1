import type { WebSocket } from '@fastify/websocket';
import { clientMessage, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';

/** What one connection does with what the browser says. */
export interface ConnectionEvents {
  /** Topics that the browser asks for; answers those that it gets. */
  onSubscribe(topics: readonly string[]): readonly string[];
  onClosed(): void;
}

/** One browser's connection: paced, bounded, and dropped when it does not answer or does not read. */
export interface PushConnection {
  /** Sends soon; equal messages that wait together are sent once. */
  send(message: ServerMessage): void;
  /** Says END and closes. */
  end(reason: string): void;
  /** Asks whether the browser is still there; ends the connection when it did not answer the last time. */
  beat(): void;
}

/** Messages that gather for this long go out together. */
const gatherMs = 40;
/** A browser that has this much unread is too slow; it comes back and fetches afresh. */
const maxUnreadBytes = 256 * 1024;
/** What a browser may say within one beat. */
const maxSaid = 100;

/** Takes over an open socket. */
export function createPushConnection(socket: WebSocket, events: ConnectionEvents): PushConnection {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let answered = true;
  let said = 0;

  const write = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  };
  const flush = (): void => {
    timer = undefined;
    for (const text of waiting) write(text);
    waiting.clear();
  };
  const send = (message: ServerMessage): void => {
    waiting.add(JSON.stringify(message));
    timer ??= setTimeout(flush, gatherMs);
  };

  socket.on('message', (data: Buffer) => {
    said += 1;
    const message = said > maxSaid ? undefined : parse(data);
    if (!message) {
      socket.close(1008, 'unexpected message');
      return;
    }
    if (message.type === 'ping') write(JSON.stringify({ type: 'pong' } satisfies ServerMessage));
    else write(JSON.stringify({ type: 'subscribed', topics: [...events.onSubscribe(message.topics)] } satisfies ServerMessage));
  });
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(timer);
    waiting.clear();
    events.onClosed();
  });

  return {
    send,
    end(reason) {
      write(JSON.stringify({ type: 'END', reason } satisfies ServerMessage));
      socket.close(1000, 'ended');
    },
    beat() {
      if (!answered) {
        socket.terminate();
        return;
      }
      answered = false;
      said = 0;
      socket.ping();
    },
  };
}

function parse(data: Buffer): ReturnType<typeof clientMessage.parse> | undefined {
  try {
    return clientMessage.safeParse(JSON.parse(data.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
