import type { WebSocket } from '@fastify/websocket';
import { BROADCAST_TOPIC, messageTopic, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Tracing } from '@jwxt/infra/runtime/tracing.ts';
import type { DatabaseNews } from '../kernel/database-news.ts';
import type { GatewayMetrics } from '../kernel/gateway-metrics.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import type { ReadModelFeed, ReadModelNotice } from '../kernel/read-model-feed.ts';
import type { Session } from '../kernel/session-store.ts';
import { createAudience, type Listener } from './push-audience.ts';
import { createPushConnection } from './push-connection.ts';
import { createMessageTelling } from './system-message-telling.ts';
import { createPacer, type Pace } from './push-pacer.ts';
import { createRechecks, type RecheckOptions } from './push-rechecks.ts';
import { createSheetTelling } from './push-sheets.ts';
import { createPushWatch, type PushCause } from './push-watch.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly push: PushHub;
  }
}

/** What the hub works with. */
export interface PushHubOptions extends RecheckOptions {
  readonly db: Queryable;
  readonly feed: ReadModelFeed;
  readonly messages: DatabaseNews;
  readonly metrics: GatewayMetrics;
  readonly tracing: Tracing;
  /** How fast people are told to fetch approvals again. */
  readonly pace?: Pace;
}

/** Who opens a connection, and the queues they decide on. */
export interface Caller {
  readonly session: Session;
  readonly user: Principal;
  readonly queueKeys: readonly string[];
}

/** Tells connected people what to fetch again, as read models change. */
export interface PushHub {
  /** Takes over the socket of a signed-in person. */
  connect(socket: WebSocket, caller: Caller): void;
  /** Ends the connections of a session that was signed out. */
  endSession(idHash: string, reason: string): void;
  readonly connections: number;
  close(): void;
}

/** A change of approvals that is not shown by all read models yet. */
interface Change {
  readonly concerned: Set<Listener>;
  /** So much changed that nobody knows whom else it concerns. */
  everybody: boolean;
  readonly cause: PushCause;
}

const READ_MODELS_PERMISSION = 'readModel:query';
const SCHEMAS_PERMISSION = 'majorSchemaCustomize:query';
/** Stands for all of them. */
const MANY = '*';
/** Progress of read models is told at most this often. */
const readModelsEveryMs = 1_000;
/** Windows one person may have open at once. */
const maxPerPerson = 20;
/** Who may decide in whose place: it changes the queues of the people that its notices name. */
const authorisationModel = 'secondary-auth';
/** Read models whose notices name queues and applicants: what a page that is told about approvals fetches again. */
const approvalModels = ['todo-queue', 'approval-list', 'approval-log', 'score-change', 'recognition'] as const;
/** How long telling waits for the slower of them, so that what is fetched then shows the change everywhere. */
const shownWithinMs = 100;
/** What one gateway answers without becoming slow for everybody: a page that is told asks two or three times. */
const defaultPace: Pace = { burst: 200, perSecond: 400 };

/** Creates the hub; it listens to the feed until closed. Why it tells whom when: docs/decisions/006. */
export function createPushHub(options: PushHubOptions): PushHub {
  const { db, feed, logger } = options;
  const audience = createAudience();
  const watch = createPushWatch(options.metrics, options.tracing);
  /** Says something, if the topic was granted. */
  const tell = (
    listener: Listener,
    message: Extract<ServerMessage, { topic: string }>,
    cause: PushCause | null = null,
  ): void => {
    if (listener.topics.has(message.topic))
      listener.connection.send(JSON.stringify(message), () => watch.written(message.type, cause));
  };
  const approvals = createPacer<Listener>((listener) => {
    const { cause } = listener;
    listener.cause = null;
    tell(listener, { type: 'approvals', topic: listener.user.userName }, cause);
  }, options.pace ?? defaultPace);
  const sheets = createSheetTelling(
    db,
    audience,
    (listener, sheetId, revision) =>
      tell(listener, {
        type: 'sheet',
        topic: listener.user.userName,
        sheetId,
        ...(revision === undefined ? {} : { revision }),
      }),
    logger,
  );
  const messages = createMessageTelling({ ...options, audience, say: tell });
  const rechecks = createRechecks(options, audience, (listener) => {
    if (audience.all.has(listener)) approvals.tell(listener, true);
  });
  /** What people are told of once the read models have reached a position. */
  const changes = new Map<string, Change>();
  let readModelsTimer: NodeJS.Timeout | undefined;

  const leave = (listener: Listener): void => {
    audience.remove(listener);
    approvals.forget(listener);
  };
  const tellReadModels = (): void => {
    readModelsTimer ??= setTimeout(() => {
      readModelsTimer = undefined;
      for (const listener of audience.all)
        if (mayDo(listener.user, READ_MODELS_PERMISSION))
          tell(listener, { type: 'readModels', topic: BROADCAST_TOPIC });
    }, readModelsEveryMs);
  };
  /** Whoever reads training schemes hears of them: which revision it is, says nothing of what is in them. */
  const tellSchemas = (schemas: readonly (readonly [key: string, revision: number | undefined])[]): void => {
    for (const listener of audience.all)
      if (mayDo(listener.user, SCHEMAS_PERMISSION))
        for (const [majorSchemaKey, revision] of schemas)
          tell(listener, {
            type: 'schema',
            topic: listener.user.userName,
            majorSchemaKey,
            ...(revision === undefined ? {} : { revision }),
          });
  };
  const tellEverybody = (but: ReadonlySet<Listener> = new Set()): void => {
    for (const listener of audience.all) if (!but.has(listener)) approvals.tell(listener, false);
  };

  /**
   * Several workers' read models may tell of the same decision, each in its own time; people are told once, when they
   * would find all of it.
   */
  const whenShown = async (position: string, change: Change): Promise<void> => {
    const known = changes.get(position);
    if (known) {
      for (const listener of change.concerned) known.concerned.add(listener);
      known.everybody ||= change.everybody;
      return;
    }
    changes.set(position, change);
    await feed.reached(approvalModels, position, shownWithinMs);
    changes.delete(position);
    for (const listener of change.concerned) {
      if (!audience.all.has(listener)) continue;
      listener.cause ??= change.cause;
      approvals.tell(listener, true);
    }
    if (change.everybody) tellEverybody(change.concerned);
  };

  const onNotice = (notice: ReadModelNotice): void => {
    if (audience.all.size === 0) return;
    tellReadModels();
    // Too much changed at once to say whose it is.
    const unnamed = !notice.queues && !notice.users && !notice.sheets;
    if (unnamed && notice.changed.includes('score-sheet')) sheets.tellAll();
    if (notice.schemas) tellSchemas(notice.schemas);
    else if (unnamed && notice.changed.includes('major-schema')) tellSchemas([[MANY, undefined]]);
    if (notice.sheets) sheets.tell(notice.sheets, notice.sheetRevisions);
    const concerned = new Set<Listener>();
    for (const user of notice.users ?? []) for (const listener of audience.ofUser(user)) concerned.add(listener);
    for (const key of notice.queues ?? []) for (const listener of audience.ofQueue(key)) concerned.add(listener);
    if (notice.changed.includes(authorisationModel)) rechecks.now(concerned);
    const everybody = unnamed && approvalModels.some((model) => notice.changed.includes(model));
    if (concerned.size > 0 || everybody)
      void whenShown(notice.position, { concerned, everybody, cause: watch.causeOf(notice) });
  };
  const onGap = (): void => {
    tellEverybody();
    tellReadModels();
    sheets.tellAll();
    tellSchemas([[MANY, undefined]]);
  };
  const unsubscribe = feed.subscribe({ onNotice, onGap });

  return {
    connect(socket, { session, user, queueKeys }) {
      const [oldest] = audience.ofUser(user.userName).size >= maxPerPerson ? audience.ofUser(user.userName) : [];
      if (oldest) {
        // It counts no more from now on: one that does not let itself be closed must not be taken for the oldest again
        // and again.
        leave(oldest);
        oldest.connection.end('打开的窗口过多');
      }
      const connection = createPushConnection(socket, {
        onSubscribe(topics) {
          const granted = topics.filter(
            (topic) => topic === user.userName || topic === messageTopic(user.userName) || topic === BROADCAST_TOPIC,
          );
          listener.topics = new Set(granted);
          return granted;
        },
        onClosed: () => leave(listener),
      });
      const listener: Listener = {
        connection,
        idHash: session.idHash,
        viewId: session.viewing?.viewId ?? null,
        user,
        queueKeys,
        topics: new Set(),
        cause: null,
      };
      audience.add(listener);
    },
    endSession(idHash, reason) {
      for (const listener of audience.all) if (listener.idHash === idHash) listener.connection.end(reason);
    },
    get connections() {
      return audience.all.size;
    },
    close() {
      unsubscribe();
      rechecks.close();
      messages.close();
      approvals.close();
      clearTimeout(readModelsTimer);
    },
  };
}
