import type { DiskWatch } from '@jwxt/infra/runtime/disk-watch.ts';
import type { LastBackup } from '@jwxt/infra/runtime/last-backup.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { InternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { FileStore } from '@jwxt/infra/runtime/file-store.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { ApiTokenStore } from './api-token-store.ts';
import type { SessionStore } from './session-store.ts';
import type { CommandClient } from './command-client.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import type { Documents } from './documents.ts';
import type { GatewayCaches } from './caches.ts';
import type { OperationSwitches } from './operation-switches.ts';
import type { OwnWrites } from './own-writes.ts';
import type { Principal } from './principal.ts';
import type { ImportStore } from './import-store.ts';
import type { ExportJobs } from './export-jobs.ts';
import type { Reading } from './export-rows.ts';
import type { Selection } from './selection.ts';
import type { ReadModelFeed } from './read-model-feed.ts';
import type { ServiceWatch } from './service-watch.ts';
import type { StoredStreams } from './stored-streams.ts';
import type { UploadsUnderWay } from './uploads-under-way.ts';

/** Which attachments of a business object a person may see: all, only those they uploaded themselves, or none. */
export type FileReading = 'all' | 'own' | 'none';

/** A request about attachments. */
export interface FileCall {
  readonly services: Services;
  readonly user: Principal;
  readonly now: Date;
}

/**
 * Who may see and change the attachments of one kind of business object: whoever may see and change the object. Each
 * area that has attachments gives one; when they may change (not after submission, say) the commands service decides.
 */
export interface FileAccess {
  readonly businessTable: string;
  /** Whose they are: what shows a person's affairs is opened under the eyes of the operation log (decision 090). */
  readonly about: 'person' | 'everybody';
  reads(businessId: string, call: FileCall): Promise<FileReading>;
  writes(businessId: string, call: FileCall): Promise<boolean>;
}

/**
 * What handlers work with. Given by `main.ts`, or by a test. What an area or the push gives besides is declared where
 * it is made (`declare module`).
 */
export interface Services {
  /** For reading; writes go through {@link Services.commands}. */
  readonly db: Queryable;
  /** Rows of exports, over connections of their own: as many as threads write at once. */
  readonly exportRows: <Row>(selection: Selection<Row>, reading: Reading) => AsyncGenerator<Row[], undefined>;
  readonly commands: CommandClient;
  readonly feed: ReadModelFeed;
  readonly ownWrites: OwnWrites;
  readonly eventLog: EventLog;
  /** For auditors: replays read the event store itself. */
  readonly storedStreams: StoredStreams;
  readonly projections: InternalClient;
  /** Bytes of attachments. */
  readonly files: FileStore;
  /** Who may see and change attachments, by business table. */
  readonly fileAccess: ReadonlyMap<string, FileAccess>;
  /** Uploads of attachments that are on their way here. */
  readonly uploads: UploadsUnderWay;
  /** Reads and makes workbooks and prints, beside the event loop. */
  readonly documents: Documents;
  /** Files whose rows are to come in, as they were read. */
  readonly imports: ImportStore;
  /** Exports that nobody waits for; those with more rows than `directRows` become such. */
  readonly exportJobs: ExportJobs;
  readonly directRows: number;
  readonly sessions: SessionStore;
  /** Tokens of programs, which have no sessions. */
  readonly apiTokens: ApiTokenStore;
  /** What this gateway keeps in memory. */
  readonly caches: GatewayCaches;
  /** Operations that are switched off. */
  readonly operationSwitches: OperationSwitches;
  readonly logger: Logger;
  /** What this gateway counts, and the whole set that `/metrics` tells. */
  readonly metrics: GatewayMetrics;
  readonly registry: Metrics;
  readonly tracing: Tracing;
  /** How all services run, as this gateway sees them. */
  readonly watch: ServiceWatch;
  /** The disks of this gateway's folders. */
  readonly disks: DiskWatch;
  readonly lastBackup: () => Promise<LastBackup | null>;
  /** The server's clock. */
  readonly clock: () => Date;
  /** Where people reach this site, as its operator says; null: nobody has said it. Never taken from a request. */
  readonly publicOrigin: string | null;
  /** Whether cookies are only sent over TLS. */
  readonly secureCookies: boolean;
  /** Whether pages check permissions; the gateway always does (PERM-04). */
  readonly permissionCheck: boolean;
}
