import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { InternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { FileStore } from '@jwxt/infra/runtime/file-store.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { CasServer } from '../session/cas-server.ts';
import type { LoginGuard } from '../session/login-guard.ts';
import type { LoginTurns } from '../session/login-turns.ts';
import type { Principals } from '../session/principals.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { SlideChecks } from '../session/slide-checks.ts';
import type { TempLogins } from '../session/temp-logins.ts';
import type { CommandClient } from './command-client.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import type { PushHub } from '../push/push-hub.ts';
import type { QueueKeys } from './queue-keys.ts';
import type { ReadModelFeed } from './read-model-feed.ts';
import type { ServiceWatch } from './service-watch.ts';
import type { StoredStreams } from './stored-streams.ts';

/** What handlers work with. Given by `main.ts`, or by a test. */
export interface Services {
  /** For reading; writes go through {@link Services.commands}. */
  readonly db: Queryable;
  readonly commands: CommandClient;
  readonly feed: ReadModelFeed;
  readonly eventLog: EventLog;
  /** For auditors: replays read the event store itself. */
  readonly storedStreams: StoredStreams;
  readonly projections: InternalClient;
  /** Bytes of attachments. */
  readonly files: FileStore;
  readonly sessions: SessionStore;
  readonly principals: Principals;
  readonly queueKeys: QueueKeys;
  readonly loginGuard: LoginGuard;
  readonly loginTurns: LoginTurns;
  readonly slideChecks: SlideChecks;
  readonly tempLogins: TempLogins;
  /** The single-sign-on server; null where there is none. */
  readonly cas: CasServer | null;
  readonly push: PushHub;
  readonly logger: Logger;
  /** What this gateway counts, and the whole set that `/metrics` tells. */
  readonly metrics: GatewayMetrics;
  readonly registry: Metrics;
  readonly tracing: Tracing;
  /** How all services run, as this gateway sees them. */
  readonly watch: ServiceWatch;
  /** The server's clock. */
  readonly clock: () => Date;
  /** Whether cookies are only sent over TLS. */
  readonly secureCookies: boolean;
  /** Whether pages check permissions; the gateway always does (PERM-04). */
  readonly permissionCheck: boolean;
}
