/** The local event node: one process speaking the EventStoreDB gRPC protocol over a log on the local disk. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { AccessRules } from './access-rules.ts';
import { featuresService, gossipService, type Member } from './about-service.ts';
import { type Authenticate, basicCredentials, everybodyIsAdministrator } from './authentication.ts';
import { appendService, deleteService, tombstoneService } from './append-service.ts';
import { batchAppendService } from './batch-append-service.ts';
import { DataLock } from './data-lock.ts';
import type { EventStore } from './event-store.ts';
import type { Handler } from './grpc-call.ts';
import { GrpcServer } from './grpc-server.ts';
import { httpProbes } from './http-probes.ts';
import { IndexUnwritable } from './index-rows.ts';
import { LogDamaged } from './log-check.ts';
import type { NodeAccess } from './node-access.ts';
import { type NodeLog, silentLog } from './node-log.ts';
import { openEventStore } from './open-store.ts';
import { readService } from './read-service.ts';

/** Options of {@link startNode}. */
export interface NodeOptions {
  /** 0 for any free port. */
  port: number;
  /** Created when it does not exist. */
  dataDir: string;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** Host, or host:port, under which clients reach the node, for gossip. Default: where it listens. */
  advertise?: string;
  /** Bytes after which a new log file is begun. Default 256 MiB. */
  segmentSize?: number;
  /** Start without acknowledged data that is damaged or missing at the end of the log, instead of refusing. */
  acceptLoss?: boolean;
  /**
   * Bytes at the end of the log that are verified before the node serves; the rest follows meanwhile. Default 256 MiB.
   */
  verifyBytes?: number;
  /**
   * How callers are known. `anybody`: without TLS or secret, for this package's own tests and measurements; anywhere
   * else every account of the machine could write events.
   */
  access: NodeAccess | 'anybody';
  log?: NodeLog;
  /** The disk failed, or stored data is damaged. Must end the process: the default throws where nobody catches. */
  onFatal?: (error: Error) => void;
}

/** A node that is listening. */
export interface RunningNode {
  readonly port: number;
  /** Settles what was accepted, ends calls, closes the files. */
  close(): Promise<void>;
}

const STREAMS = '/event_store.client.streams.Streams';
/** Served from the first moment: clients remember a failure of it for as long as they are connected. */
const ALWAYS: [string, Handler][] = [
  ['/event_store.client.server_features.ServerFeatures/GetSupportedMethods', featuresService()],
];
/** Milliseconds between two words about a long refill of the index. */
const TELL_EVERY = 5000;
/** Time that connections get to close by themselves, in milliseconds. */
const PATIENCE = 100;

/**
 * Starts a node; it is ready when the promise resolves.
 * Throws DataLocked, LogDamaged (the log must not be used), or the system's error when the address is taken.
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const { dataDir, host = '127.0.0.1', log = silentLog } = options;
  const tls = options.access === 'anybody' ? undefined : options.access;
  const authenticate = tls ? basicCredentials(tls.passwords) : everybodyIsAdministrator;
  fs.mkdirSync(dataDir, { recursive: true });
  const lock = new DataLock(dataDir);
  let store: EventStore | undefined;
  let member: Member | undefined;
  const refill = new RefillWatch(log);
  const server = new GrpcServer({
    tls,
    handlers: new Map(ALWAYS),
    onRequest: httpProbes(
      () => member,
      () => refill.part,
      authenticate,
    ),
    onError(error, path) {
      log.error(`调用 ${path} 出错：${error.message}`);
      if (error instanceof LogDamaged) store?.damage.found(error);
    },
  });
  try {
    // Opening may take a while, in which probes and clients are told so.
    const port = await server.listen(options.port, host);
    const opened = await openStore(options, log, refill);
    store = opened;
    const ready = { instanceId: randomUUID(), ...advertised(options.advertise, host, port) };
    member = ready;
    server.serve(handlers(opened, authenticate, ready));
    let closing: Promise<void> | undefined;
    return { port, close: () => (closing ??= stop(server, opened, lock)) };
  } catch (error) {
    server.refuse();
    await server.close(0);
    await store?.close();
    lock.release();
    throw error;
  }
}

async function openStore(options: NodeOptions, log: NodeLog, refill: RefillWatch): Promise<EventStore> {
  const { dataDir, segmentSize, acceptLoss, verifyBytes, onFatal = throwUncaught } = options;
  const store = await openEventStore({
    directory: dataDir,
    ...(segmentSize === undefined ? {} : { segmentSize }),
    ...(acceptLoss === undefined ? {} : { acceptLoss }),
    ...(verifyBytes === undefined ? {} : { verifyBytes }),
    onFull: (error) => log.error(`磁盘空间不足，新的写入将被拒绝，腾出空间后自动恢复：${error.message}`),
    onFatal,
    onIndexFailure: (error) =>
      log.error(
        error instanceof IndexUnwritable
          ? `磁盘无法存放索引，本次运行改存于内存：${error.message}`
          : `索引写入失败，将重试：${error.message}`,
      ),
    onIndexDamage: (error) => log.error(`索引已损坏，正在根据日志重建，期间暂停写入：${error.message}`),
    onRefill: (part) => refill.reached(part),
  });
  const { cut, acknowledgedLost } = store.log;
  if (cut)
    log.warn(
      `日志 ${cut.file} 末尾有 ${cut.bytes} 字节不完整，已从偏移 ${cut.offset} 处截断，原内容保存在 ${cut.keptAs}`,
    );
  if (acknowledgedLost > 0) log.error(`按要求放弃了日志末尾 ${acknowledgedLost} 字节已确认的数据，请对照备份核对`);
  return store;
}

/** How far the index has been filled: for probes at any time, for the log every few seconds. */
class RefillWatch {
  /** From 0 to 1; undefined while nothing is being filled. */
  part: number | undefined;
  readonly #log: NodeLog;
  #told = 0;

  constructor(log: NodeLog) {
    this.#log = log;
  }

  reached(part: number | undefined): void {
    const now = performance.now();
    if (this.part === undefined || part === undefined) this.#told = now;
    this.part = part;
    if (part === undefined || now - this.#told < TELL_EVERY) return;
    this.#told = now;
    this.#log.info(`正在根据日志补全索引：${Math.floor(part * 100)}%`);
  }
}

function throwUncaught(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

/**
 * What the node offers, by path. Who it is and what it can is told to anybody, everything else to those who are known.
 */
function handlers(store: EventStore, authenticate: Authenticate, member: Member): ReadonlyMap<string, Handler> {
  const access = new AccessRules(store);
  const known = (handler: Handler): Handler => {
    return (call) => {
      call.user = authenticate(call.headers.authorization);
      return handler(call);
    };
  };
  return new Map<string, Handler>([
    ...ALWAYS,
    [`${STREAMS}/Read`, known(readService(store, access))],
    [`${STREAMS}/Append`, known(appendService(store, access))],
    [`${STREAMS}/BatchAppend`, known(batchAppendService(store, access))],
    [`${STREAMS}/Delete`, known(deleteService(store, access))],
    [`${STREAMS}/Tombstone`, known(tombstoneService(store, access))],
    ['/event_store.client.gossip.Gossip/Read', gossipService(member)],
  ]);
}

/** The address to tell to others; a wildcard address is of no use to them. */
function advertised(advertise: string | undefined, host: string, port: number): { host: string; port: number } {
  if (advertise === undefined) return { host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port };
  const match = /^(.+):(\d+)$/.exec(advertise);
  return match ? { host: match[1]!, port: Number(match[2]) } : { host: advertise, port };
}

/**
 * New calls are refused first; what was accepted is written and answered; then connections with calls that never end
 * are dropped, as real servers do.
 */
async function stop(server: GrpcServer, store: EventStore, lock: DataLock): Promise<void> {
  server.refuse();
  await store.settled();
  await server.close(PATIENCE);
  await store.close();
  lock.release();
}
