import { createHash, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import {
  checkpointStream,
  logCheckpointed,
  type CheckpointEvent,
  type LogCheckpointed,
} from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { checkpointText, endorsementText } from '@jwxt/contracts/integrity/signed-text.ts';
import { recordedHash } from '@jwxt/infra/runtime/event-hash.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { comparePositions, formatPosition, parsePosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { systemActor } from '../kernel/command-context.ts';
import { encodeChained } from '../kernel/event-codec.ts';
import { MerkleTree } from './merkle-tree.ts';
import type { SigningKeys } from './signing-key.ts';

/** What {@link createCheckpointWriter} works with. */
export interface CheckpointWriterOptions {
  readonly log: EventLog;
  /** Asked for at each checkpoint: a key is made when the first one is due. */
  keys(): Promise<SigningKeys>;
  /** Events of one checkpoint at most. */
  readonly everyEvents: number;
  /** What has come is sealed after so long, in milliseconds. */
  readonly everyMs: number;
  readonly logger: Logger;
  readonly now?: () => Date;
}

/**
 * When what has come is sealed, full checkpoints aside. `due`: so long after the last one, and at once where there is
 * none yet for what is as old; `quiet`: also as soon as a look finds nothing new.
 */
export type SealWhen = 'due' | 'quiet';

/** Seals the log. */
export interface CheckpointWriter {
  /** Reads what has come since, and writes the checkpoints that are due; answers how many. */
  look(when?: SealWhen, signal?: AbortSignal): Promise<number>;
}

/** The log is not what its last checkpoint says. Nothing is sealed on top of that. */
export class LogNotAsSealed extends Error {
  constructor(number: number) {
    super(`事件日志与第 ${number} 个检查点不符，不再写入新的检查点：请立即运行 npm run verify 查明`);
    this.name = 'LogNotAsSealed';
  }
}

/** How many of the first bytes of a hash stand in a checkpoint. */
const leafBytes = 4;

/** Where the stream of the checkpoints stands, and what has come since the last of them. */
interface Place {
  /** Of the stream; -1: it does not exist. */
  revision: number;
  head: string | null;
  keyId: string | null;
  number: number;
  upTo: number;
  previous: string | null;
  /** When the last one was written, in milliseconds; without one, the first event; null without either. */
  at: number | null;
  /** Of the last event that was read. */
  position: Position | 'start';
  hashes: Buffer[];
  names: string[];
  /** There are others than checkpoints among them. */
  isDue: boolean;
}

/**
 * Seals the log with checkpoints (decision 092), one writer at a time: each appends at the revision of the stream that
 * it read, so of two the second finds the first one's and begins anew. Of the log it keeps what one checkpoint holds.
 */
export function createCheckpointWriter(options: CheckpointWriterOptions): CheckpointWriter {
  const { log, everyEvents, everyMs, logger, now = () => new Date() } = options;
  let place: Place | null = null;

  async function look(when: SealWhen = 'due', signal?: AbortSignal): Promise<number> {
    const known = place ?? (await findPlace(log));
    // Whatever breaks: the next look reads anew.
    place = null;
    const before = known.hashes.length;
    let written = 0;
    for await (const events of log.readAllStretches({ from: known.position })) {
      for (const event of events) {
        if (isPast(event, known.position)) continue;
        take(known, event);
        if (known.hashes.length < everyEvents) continue;
        await seal(known);
        written += 1;
      }
      if (signal?.aborted) break;
    }
    const isQuiet = written === 0 && before > 0 && known.hashes.length === before;
    const isLate = known.at !== null && now().getTime() - known.at >= everyMs;
    if (known.isDue && (isLate || (when === 'quiet' && isQuiet))) {
      await seal(known);
      written += 1;
    }
    place = known;
    return written;
  }

  async function seal(known: Place): Promise<void> {
    const keys = await options.keys();
    const time = now().toISOString();
    const commandId = randomUUID();
    const about = {
      actor: { userName: systemActor.userName, name: systemActor.name, roleNames: [], permission: null },
      commandId,
      command: 'integrity:checkpoint',
      correlationId: commandId,
      causationId: null,
      time,
      clientAddress: null,
    };
    let { head: prev, revision } = known;
    const chained = toWrite(known, keys, time).map((event, index) => {
      revision += 1;
      const one = encodeChained(event, { stream: checkpointStream, index, revision, prev }, about, null)!;
      prev = one.head;
      return one.event.stored;
    });
    const expectedRevision = known.revision < 0 ? 'no_stream' : BigInt(known.revision);
    await log.append(checkpointStream, chained, { expectedRevision });
    known.number += 1;
    logger.info({ checkpoint: known.number, events: known.hashes.length }, '已写入检查点');
    Object.assign(known, {
      revision,
      head: prev,
      previous: prev,
      keyId: keys.current.keyId,
      upTo: known.upTo + known.hashes.length,
      at: now().getTime(),
      hashes: [],
      names: [],
      isDue: false,
    });
  }

  return { look };
}

function isPast({ position }: RecordedEvent, last: Position | 'start'): boolean {
  return last !== 'start' && comparePositions(position, last) <= 0;
}

function take(known: Place, event: RecordedEvent): void {
  known.hashes.push(recordedHash(event));
  known.names.push(`${event.stream}@${event.revision}`);
  known.position = event.position;
  known.isDue ||= event.stream !== checkpointStream;
  known.at ??= event.recordedAt.getTime();
}

/** A checkpoint of what has come, and before it the key where it is another one. */
function toWrite(known: Place, { current, former }: SigningKeys, time: string): CheckpointEvent[] {
  const { keyId, publicKey } = current;
  const events: CheckpointEvent[] = [];
  if (known.keyId !== keyId) {
    const introduced = { keyId, publicKey, previousKeyId: known.keyId, after: known.number, time };
    const vouches = former !== null && former.keyId === known.keyId;
    const endorsement = vouches ? former.sign(endorsementText(introduced)) : null;
    events.push({ type: 'SigningKeyIntroduced', data: { ...introduced, endorsement } });
  }
  const tree = new MerkleTree();
  for (const hash of known.hashes) tree.add(hash);
  const leaves = Buffer.concat(known.hashes.map((hash) => hash.subarray(0, leafBytes))).toString('base64');
  const names = deflateRawSync(known.names.join('\n')).toString('base64');
  const seal = {
    number: known.number + 1,
    from: known.upTo + 1,
    upTo: known.upTo + known.hashes.length,
    count: known.hashes.length,
    root: tree.root().toString('base64url'),
    previous: known.previous,
    keyId,
    time,
    position: formatPosition(known.position as Position),
  };
  const data: LogCheckpointed = {
    ...seal,
    leaves,
    names,
    signature: current.sign(checkpointText({ ...seal, leavesHash: sha256(leaves), namesHash: sha256(names) })),
  };
  return [...events, { type: 'LogCheckpointed', data }];
}

/** SHA-256 of a text, base64url. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Where the last checkpoint ends. */
async function findPlace(log: EventLog): Promise<Place> {
  const place: Place = {
    revision: -1,
    head: null,
    keyId: null,
    number: 0,
    upTo: 0,
    previous: null,
    at: null,
    position: 'start',
    hashes: [],
    names: [],
    isDue: false,
  };
  for await (const event of log.readStream(checkpointStream, { direction: 'backwards', fromLeader: true })) {
    const hash = recordedHash(event).toString('base64url');
    if (place.revision < 0) {
      place.revision = Number(event.revision);
      place.head = hash;
      place.keyId = (event.data as CheckpointEvent['data']).keyId;
    }
    if (event.type !== logCheckpointed.type) continue;
    const last = logCheckpointed.data.parse(event.data);
    return {
      ...place,
      number: last.number,
      upTo: last.upTo,
      previous: hash,
      at: Date.parse(last.time),
      position: await endOf(log, last),
    };
  }
  return place;
}

/**
 * The position of the last event that a checkpoint covers: where it says so, if that event is there; else by counting,
 * as positions are others in a copy of the log.
 */
async function endOf(log: EventLog, { number, upTo, leaves, position }: LogCheckpointed): Promise<Position> {
  const isIt = (event: RecordedEvent): boolean =>
    Buffer.from(leaves, 'base64').subarray(-leafBytes).equals(recordedHash(event).subarray(0, leafBytes));
  const said = parsePosition(position);
  if (said)
    for await (const event of log.readAll({ from: said, maxCount: 1 }))
      if (comparePositions(event.position, said) === 0 && isIt(event)) return said;
  let ordinal = 0;
  for await (const event of log.readAll()) {
    ordinal += 1;
    if (ordinal < upTo) continue;
    if (isIt(event)) return event.position;
    break;
  }
  throw new LogNotAsSealed(number);
}
