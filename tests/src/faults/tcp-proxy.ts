import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where a proxy leads to. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** A TCP proxy between a service and what it needs, which can do to connections what a network does to them. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that stand now. */
  readonly connections: number;
  /** Those of them that lead to a port. */
  connectionsTo(port: number): number;
  /** Resets every connection. New ones are taken. */
  cut(): void;
  /**
   * Nothing passes any more and nobody is told; new connections are taken and stay as silent. `answers`: only what
   * comes back is held.
   */
  silence(what?: 'all' | 'answers'): void;
  /** Ends a silence: what was held back passes now, as after a short outage of a network. */
  resume(): void;
  /** Ends a silence for new connections only: those that stood are silent for ever, as after the crash of a machine. */
  forget(): void;
  /** Holds back each piece of data for so long, in milliseconds. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** One connection through the proxy: what the peer sent, and what it is sent. */
interface Link {
  readonly sides: readonly [Socket, Socket];
  readonly target: Target;
  silent: boolean;
  forgotten: boolean;
}

/**
 * Opens a proxy on the loopback. `targets` is asked at each connection, so that what it names may move: the first of
 * them that takes the connection gets it, as at a balancer.
 */
export async function openTcpProxy(targets: () => Promise<readonly Target[]>): Promise<TcpProxy> {
  const links = new Set<Link>();
  let silent: 'no' | 'all' | 'answers' = 'no';
  let delayMs = 0;

  /** Passes on what `from` sends; pausing it lets the sender's data wait, first here and then at the sender. */
  const pass = (link: Link, from: Socket, to: Socket): void => {
    from.on('data', (chunk: Buffer) => {
      if (delayMs === 0) {
        to.write(chunk);
        return;
      }
      from.pause();
      setTimeout(() => {
        to.write(chunk);
        if (!link.silent) from.resume();
      }, delayMs);
    });
    from.on('end', () => to.end());
    from.on('error', () => undefined);
    from.on('close', () => {
      // A forgotten connection does not learn that the other side has gone.
      if (link.forgotten) return;
      to.destroy();
      links.delete(link);
    });
  };
  const hush = (link: Link): void => {
    link.silent = true;
    const [near, far] = link.sides;
    far.pause();
    if (silent === 'all') near.pause();
    else near.resume();
  };

  const accept = async (near: Socket): Promise<void> => {
    near.on('error', () => undefined);
    near.pause();
    const { far, target } = await firstThatTakes(await targets());
    if (near.destroyed || !server.listening) {
      far.destroy();
      near.destroy();
      return;
    }
    near.setNoDelay(true);
    const link: Link = { sides: [near, far], target, silent: false, forgotten: false };
    links.add(link);
    pass(link, near, far);
    pass(link, far, near);
    if (silent === 'no') near.resume();
    else hush(link);
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    accept(near).catch(() => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const drop = (link: Link): void => {
    links.delete(link);
    for (const side of link.sides) side.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return links.size;
    },
    connectionsTo: (to) => [...links].filter(({ target }) => target.port === to).length,
    cut() {
      for (const link of links) drop(link);
    },
    silence(what = 'all') {
      silent = what;
      for (const link of links) hush(link);
    },
    resume() {
      silent = 'no';
      for (const link of links) {
        if (link.forgotten) continue;
        link.silent = false;
        for (const side of link.sides) side.resume();
      }
    },
    forget() {
      silent = 'no';
      for (const link of links) {
        link.forgotten = true;
        // What the far side still holds for it (locks, transactions) is let go, as an engine does whose own time limit
        // has passed.
        link.sides[1].destroy();
      }
    },
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      for (const link of links) drop(link);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Connects to the first that takes it. Throws what the last one said when none does. */
async function firstThatTakes([target, ...others]: readonly Target[]): Promise<{ far: Socket; target: Target }> {
  if (!target) throw new Error('there is nowhere to connect to');
  const far = connect({ host: target.host, port: target.port, noDelay: true });
  try {
    await once(far, 'connect');
    return { far, target };
  } catch (error) {
    if (others.length === 0) throw error;
    return await firstThatTakes(others);
  }
}
