import { z } from 'zod';
import { personal } from './personal.ts';

/** The person (or policy) behind a command, as the gateway knows them from the session. */
export const actor = z.object({
  userName: z.string(),
  name: z.string(),
  roleCodes: z.array(z.string()),
  roleNames: z.array(z.string()),
  /** Set when the user is a teacher. */
  gh: z.string().nullable(),
  /** Set when the user is a student. */
  studentCode: z.string().nullable(),
  departmentId: z.string().nullable(),
  departmentName: z.string().nullable(),
});
export type Actor = z.output<typeof actor>;

/** Whose permission somebody acts by who has been handed it on (SYSADMIN-18): “B 代 A”. */
export const onBehalfOf = z.object({ userName: z.string(), name: personal(z.string(), 'account') });
export type OnBehalfOf = z.output<typeof onBehalfOf>;

/** How logs name such a person: `姓名（账号）`. */
export function namedWithAccount({ userName, name }: OnBehalfOf): string {
  return `${name}（${userName}）`;
}

/**
 * How the person behind a command came in: the way of the session (`loginWays`), and who issued the link that opened
 * it; null where nobody did.
 */
export const signInFacts = z.object({ way: z.string(), issuedBy: z.string().nullable() });
export type SignInFacts = z.output<typeof signInFacts>;

/** Name under which policies act. It holds no session and no role. */
export const POLICY_USER = 'system';

/**
 * Metadata of every event: who, with which right, by which command, caused by what, when, from where (architecture §3).
 */
export const eventMetadata = z.object({
  actor: z.object({
    userName: z.string(),
    name: personal(z.string(), 'account'),
    roleNames: z.array(z.string()),
    permission: z.string().nullable(),
  }),
  /** Absent where somebody acted in his own right. */
  onBehalfOf: onBehalfOf.optional(),
  /** Absent for policies, for what was loaded, and in events from before it was kept. */
  signIn: signInFacts.optional(),
  commandId: z.string(),
  /**
   * Name and fingerprint of the command, so that another command under the same id is noticed; absent in the oldest
   * events.
   */
  command: z.string().optional(),
  correlationId: z.string(),
  /** Id of the event that a policy reacted to; null for a person's command. */
  causationId: z.string().nullable(),
  /** When it happened, ISO instant with milliseconds. */
  time: z.string(),
  clientAddress: personal(z.string(), 'actor').nullable(),
  /**
   * The append in its trace (W3C Trace Context), parent of what follows from the event; absent when nobody traced it.
   */
  traceparent: z.string().optional(),
  /**
   * Hash of the event before it in its stream (base64url), null for the first: what chains them (decision 092). Absent
   * in events from before that, which only come before all that have it.
   */
  prev: z.string().nullable().optional(),
  /** Version of the event type's schema. */
  schemaVersion: z.number().int().min(1),
});
export type EventMetadata = z.output<typeof eventMetadata>;
