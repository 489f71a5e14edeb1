import type { WebSocket } from '@fastify/websocket';
import { BROADCAST_TOPIC, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import type { QueueKeys } from '../kernel/queue-keys.ts';
import type { ReadModelFeed, ReadModelNotice } from '../kernel/read-model-feed.ts';
import type { Principals } from '../session/principals.ts';
import type { Session, SessionStore } from '../session/session-store.ts';
import { createPushConnection, type PushConnection } from './push-connection.ts';

/** What the hub works with. */
export interface PushHubOptions {
  readonly db: Queryable;
  readonly feed: ReadModelFeed;
  readonly sessions: SessionStore;
  readonly principals: Principals;
  readonly queueKeys: QueueKeys;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** How often connections, sessions and queues are looked at again, in milliseconds. Default 30 s. */
  readonly beatMs?: number;
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
  /** Ends the connections of a session that was signed out here; elsewhere the next beat notices. */
  endSession(idHash: string, reason: string): void;
  readonly connections: number;
  close(): void;
}

interface Person {
  readonly connection: PushConnection;
  readonly idHash: string;
  user: Principal;
  queues: ReadonlySet<string>;
  topics: ReadonlySet<string>;
}

const READ_MODELS_PERMISSION = 'readModel:query';
/** Progress of read models is told at most this often. */
const readModelsEveryMs = 1_000;
/** Windows one person may have open at once. */
const maxPerPerson = 20;
/** Read models that lists and counts of approvals come from. */
const approvalModels: ReadonlySet<string> = new Set(['todo-queue', 'approval-list', 'approval-log']);

/** Creates the hub; it listens to the feed until closed. */
export function createPushHub(options: PushHubOptions): PushHub {
  const { db, feed, sessions, principals, queueKeys, logger, clock } = options;
  const people = new Set<Person>();
  let readModelsTimer: NodeJS.Timeout | undefined;

  const tell = (person: Person, build: (topic: string) => ServerMessage, topic = person.user.userName): void => {
    if (person.topics.has(topic)) person.connection.send(build(topic));
  };
  const tellApprovals = (person: Person): void => tell(person, (topic) => ({ type: 'approvals', topic }));
  const tellReadModels = (): void => {
    readModelsTimer ??= setTimeout(() => {
      readModelsTimer = undefined;
      for (const person of people) {
        if (mayDo(person.user, READ_MODELS_PERMISSION)) tell(person, (topic) => ({ type: 'readModels', topic }), BROADCAST_TOPIC);
      }
    }, readModelsEveryMs);
  };

  /** Sheets are told to the teachers of the class; approvers hear of the application. `*` stands for too many to name. */
  const tellSheets = async (sheets: readonly string[] | undefined): Promise<void> => {
    const teachers = [...people].filter(({ user }) => user.gh !== null);
    if (teachers.length === 0 || sheets?.length === 0) return;
    if (!sheets) {
      for (const person of teachers) tell(person, (topic) => ({ type: 'sheet', topic, sheetId: '*' }));
      return;
    }
    const { rows } = await db.query<{ gh: string; sheet_id: string }>(
      `select t.gh, s.sheet_id from unnest($1::text[]) as s (sheet_id)
         join base.teaching_class_teacher t on t.teaching_class_id = left(s.sheet_id, length(s.sheet_id) - 2) where t.gh = any($2)`,
      [sheets, teachers.map(({ user }) => user.gh)],
    );
    for (const { gh, sheet_id: sheetId } of rows) {
      for (const person of teachers) if (person.user.gh === gh) tell(person, (topic) => ({ type: 'sheet', topic, sheetId }));
    }
  };

  const onNotice = ({ model, queues, users, sheets }: ReadModelNotice): void => {
    tellReadModels();
    if (people.size === 0) return;
    const tooMany = !queues && !users && !sheets;
    if (tooMany && approvalModels.has(model)) for (const person of people) tellApprovals(person);
    const named = new Set(users);
    for (const person of people) {
      if (named.has(person.user.userName) || queues?.some((key) => person.queues.has(key))) tellApprovals(person);
    }
    if (sheets || (tooMany && model === 'score-sheet')) tellSheets(sheets).catch((error: unknown) => logger.warn({ err: error }, '推送成绩单变化失败'));
  };

  const onGap = (): void => {
    for (const person of people) tellApprovals(person);
    tellReadModels();
    tellSheets(undefined).catch(() => undefined);
  };

  const look = async (person: Person): Promise<void> => {
    const { idHash, user: { userName } } = person;
    if (!(await sessions.isAlive(idHash, clock()))) {
      person.connection.end('会话已过期！');
      return;
    }
    const user = await principals.get(userName);
    if (!user) {
      person.connection.end('账号已停用');
      return;
    }
    person.user = user;
    person.queues = new Set(await queueKeys.of(user));
  };

  const beat = setInterval(() => {
    for (const person of people) {
      person.connection.beat();
      look(person).catch((error: unknown) => logger.warn({ err: error }, '检查推送连接失败'));
    }
  }, options.beatMs ?? 30_000);
  beat.unref();
  const unsubscribe = feed.subscribe({ onNotice, onGap });

  return {
    connect(socket, { session, user, queueKeys: queues }) {
      const own = [...people].filter((person) => person.user.userName === user.userName);
      if (own.length >= maxPerPerson) own[0]?.connection.end('打开的窗口过多');
      const connection = createPushConnection(socket, {
        onSubscribe(topics) {
          const granted = topics.filter((topic) => topic === user.userName || topic === BROADCAST_TOPIC);
          person.topics = new Set(granted);
          return granted;
        },
        onClosed: () => void people.delete(person),
      });
      const person: Person = { connection, idHash: session.idHash, user, queues: new Set(queues), topics: new Set() };
      people.add(person);
    },
    endSession(idHash, reason) {
      for (const person of people) if (person.idHash === idHash) person.connection.end(reason);
    },
    get connections() {
      return people.size;
    },
    close() {
      unsubscribe();
      clearInterval(beat);
      clearTimeout(readModelsTimer);
    },
  };
}
