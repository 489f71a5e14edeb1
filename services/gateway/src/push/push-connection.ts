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
  /**
   * Sends a message's text: at once after a quiet time, otherwise soon; equal texts that wait together are sent once.
   * `onWritten` of the first tells when.
   */
  send(text: string, onWritten: () => void): void;
  /** Says END and closes. */
  end(reason: string): void;
  /** Asks whether the browser is still there; ends the connection when it did not answer the last time. */
  beat(): void;
}

/** After a message has gone out, further ones gather for this long. */
const gatherMs = 50;
/** A browser that has this much unread is too slow: it is dropped, and fetches everything afresh when it comes back. */
const maxUnreadBytes = 256 * 1024;
/** What a browser may say within one beat. */
const maxSaid = 100;

/** Takes over an open socket. */
export function createPushConnection(socket: WebSocket, events: ConnectionEvents): PushConnection {
  const waiting = new Map<string, () => void>();
  let gathering: NodeJS.Timeout | undefined;
  let answered = true;
  let said = 0;

  const write = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  };
  const say = (message: ServerMessage): void => write(JSON.stringify(message));
  const flush = (): void => {
    gathering = waiting.size > 0 ? setTimeout(flush, gatherMs) : undefined;
    for (const [text, onWritten] of waiting) {
      write(text);
      onWritten();
    }
    waiting.clear();
  };

  socket.on('message', (data: Buffer) => {
    // What arrives after we have said that we close is not even looked at.
    if (socket.readyState !== socket.OPEN) return;
    said += 1;
    const message = said > maxSaid ? undefined : parse(data);
    if (!message) socket.close(1008, 'unexpected message');
    else if (message.type === 'ping') say({ type: 'pong' });
    else say({ type: 'subscribed', topics: [...events.onSubscribe(message.topics)] });
  });
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(gathering);
    waiting.clear();
    events.onClosed();
  });

  return {
    send(text, onWritten) {
      if (!waiting.has(text)) waiting.set(text, onWritten);
      if (!gathering) flush();
    },
    end(reason) {
      say({ type: 'END', status: 'END', reason });
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
