import type { Fault } from './fault.ts';
import type { ProxyName } from './fault-site.ts';
import type { TcpProxy } from './tcp-proxy.ts';

const places: Record<ProxyName, string> = {
  eventstore: 'the event store',
  postgres: 'PostgreSQL',
  commands: 'the commands service',
};

/** What can happen to connections. */
const kinds: Record<
  'cut' | 'cutAgain' | 'silent' | 'forgotten' | 'slow',
  { says: string; how: string; lastsMs: number; limitSeconds?: number; begin(proxy: TcpProxy): () => void }
> = {
  cut: {
    says: 'connections cut',
    how: 'all reset at once',
    lastsMs: 0,
    begin: (proxy) => {
      proxy.cut();
      return () => undefined;
    },
  },
  cutAgain: {
    says: 'connections cut over and over',
    how: 'all reset every 300 ms',
    lastsMs: 4_000,
    begin: (proxy) => {
      const timer = setInterval(() => proxy.cut(), 300);
      return () => clearInterval(timer);
    },
  },
  silent: {
    says: 'network silent',
    how: 'nothing passes, nobody is told, then all of it',
    lastsMs: 5_000,
    begin: (proxy) => {
      proxy.silence();
      return () => proxy.resume();
    },
  },
  forgotten: {
    says: 'connections half-open',
    how: 'nothing passes; then new connections work, those that stood are silent for ever',
    lastsMs: 3_000,
    // Nobody can tell a dead connection from a slow answer before the answer's own limit has passed.
    limitSeconds: 40,
    begin: (proxy) => {
      proxy.silence();
      return () => proxy.forget();
    },
  },
  slow: {
    says: 'network slow',
    how: 'each piece of data 150 ms late',
    lastsMs: 6_000,
    begin: (proxy) => {
      proxy.delay(150);
      return () => proxy.delay(0);
    },
  },
};

/** Connections of all services to one place, broken in one way. */
export function brokenConnections(place: ProxyName, kind: keyof typeof kinds): Fault {
  const { says, how, lastsMs, limitSeconds, begin } = kinds[kind];
  return {
    name: `${says}: ${places[place]}`,
    how: `TCP proxy: ${how}`,
    lastsMs,
    ...(limitSeconds === undefined ? {} : { recoveryLimitSeconds: limitSeconds }),
    provoke({ site }) {
      const end = begin(site.proxies[place]);
      return Promise.resolve({
        heal() {
          end();
          return Promise.resolve();
        },
      });
    },
  };
}
