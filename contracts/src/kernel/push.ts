import { z } from 'zod';
import { traceparent } from './trace-context.ts';

/** Address of the websocket. */
export const WEBSOCKET_PATH = '/sws/message/sysMesg';
/**
 * Topic for everybody. Two more are a person's own: the user name, for what to fetch again, and {@link messageTopic}.
 */
export const BROADCAST_TOPIC = 'sysmesg';
/** Topic of a person's system messages (NOTICE-28). */
export const messageTopic = (userName: string): string => `${userName}${BROADCAST_TOPIC}`;

/** What the browser says: topics it wants (only its own and `sysmesg` are granted), and heartbeats. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), topics: z.array(z.string()).max(10) }),
  z.object({ type: z.literal('ping') }),
]);
/** What the server says. A message only tells what to fetch again; it is never a second source of data. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), topics: z.array(z.string()) }),
  z.object({ type: z.literal('pong') }),
  /** Queues of this person changed: to-do list, counts. */
  z.object({ type: z.literal('approvals'), topic: z.string() }),
  /**
   * A sheet changed: `<teachingClassId>.<scoreType>`, and the revision that it reached, which a page may know from its
   * own save; `*` when too many changed to name them.
   */
  z.object({
    type: z.literal('sheet'),
    topic: z.string(),
    sheetId: z.string(),
    revision: z.number().int().optional(),
  }),
  /** A training scheme changed, and the revision that it reached; `*` when too many changed to name them. */
  z.object({
    type: z.literal('schema'),
    topic: z.string(),
    majorSchemaKey: z.string(),
    revision: z.number().int().optional(),
  }),
  /** Read models: progress of a rebuild, or a swap. */
  z.object({ type: z.literal('readModels'), topic: z.string() }),
  /** A system message came in (NOTICE-26): `message` is written by `encodePushMessage`. */
  z.object({
    type: z.literal('message'),
    topic: z.string(),
    status: z.literal('MESSAGE'),
    message: z.string(),
    messageId: z.string(),
  }),
  /** The session ended; no reconnect is wanted (NOTICE-30). */
  z.object({ type: z.literal('END'), status: z.literal('END'), reason: z.string() }),
]);
export type ServerMessage = z.output<typeof serverMessage>;

/**
 * Channel on which projections tell gateways, after commit, which read models moved where and whose queues changed:
 * once for a worker and a batch.
 */
export const READ_MODEL_CHANNEL = 'read_model';
/** Channel on which commands tells gateways, after commit, the id of a system message that was written. */
export const SYSTEM_MESSAGE_CHANNEL = 'system_message';
/** Channel on which commands tells projections that `projection.request` has a new row. */
export const READ_MODEL_REQUEST_CHANNEL = 'read_model_request';
export const readModelNotice = z.object({
  /** Read models that have handled the log up to the position. */
  models: z.array(z.string()),
  position: z.string(),
  /** Those of them to whose rows something was done on the way; the others had nothing to do. */
  changed: z.array(z.string()),
  /** When the event that set it off was stored, milliseconds since 1970. */
  storedAt: z.number().optional(),
  /** Where traced events were applied, in their traces. */
  traces: z.array(traceparent).optional(),
  /**
   * Queue keys whose to-dos changed, and users whose own applications changed; absent when a batch touched too many to
   * name (then everybody refreshes).
   */
  queues: z.array(z.string()).optional(),
  users: z.array(z.string()).optional(),
  sheets: z.array(z.string()).optional(),
  /** The revision that each of `sheets` reached, in their order. */
  sheetRevisions: z.array(z.number().int()).optional(),
  /** Training schemes with the revision that each reached. */
  schemas: z.array(z.tuple([z.string(), z.number().int()])).optional(),
});
