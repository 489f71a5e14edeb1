import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** Prefix of the one stream whose events prove all others (decision 092). */
export const CHECKPOINT_STREAM_PREFIX = 'integrityCheckpoint-';
export const checkpointStream = `${CHECKPOINT_STREAM_PREFIX}log`;

/** A key is known by the SHA-256 of its public part (SPKI in DER), in lower-case hexadecimal. */
const keyId = z.string().length(64);
/** SHA-256, base64url. */
const sha256 = z.string().length(43);

/**
 * From here on checkpoints are signed with another key. `endorsement`: signature of {@link previousKeyId} over it, null
 * for the first key, and where the one before was no longer there (after a restore).
 */
export const signingKeyIntroduced = defineEvent(
  'SigningKeyIntroduced',
  1,
  z.object({
    keyId,
    /** SPKI, PEM. */
    publicKey: z.string(),
    previousKeyId: keyId.nullable(),
    /** Number of the last checkpoint before it; 0: there is none. */
    after: z.number().int().min(0),
    endorsement: z.string().nullable(),
    time: z.string(),
  }),
);

/**
 * All events of the installation from the ordinal `from` to `upTo`, counted from 1 in the order of the log, with the
 * store's own left out, are as they were. What is signed, byte by byte, stands in decision 092.
 */
export const logCheckpointed = defineEvent(
  'LogCheckpointed',
  1,
  z.object({
    number: z.number().int().min(1),
    from: z.number().int().min(1),
    upTo: z.number().int().min(1),
    count: z.number().int().min(1),
    /** Merkle root over the hashes of the events (RFC 6962). */
    root: sha256,
    /** Hash of the checkpoint before it; null for the first. */
    previous: sha256.nullable(),
    /** The first four bytes of each event's hash, in order (base64): tells which one differs. */
    leaves: z.string(),
    /** `stream@revision` of each event, one a line, deflated (base64): tells what is missing. */
    names: z.string(),
    keyId,
    time: z.string(),
    /** Ed25519, base64url. */
    signature: z.string(),
    /** Position of the last event, where reading goes on. A hint: a copy of the log may have others. */
    position: z.string(),
  }),
);

export const checkpointEvents = [signingKeyIntroduced, logCheckpointed] as const;
export type CheckpointEvent = EventOf<(typeof checkpointEvents)[number]>;
export type SigningKeyIntroduced = EventOf<typeof signingKeyIntroduced>['data'];
export type LogCheckpointed = EventOf<typeof logCheckpointed>['data'];
