import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { instant } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';

export const SECONDARY_AUTH_STREAM_PREFIX = 'secondaryAuth-';
/** Stream of one authorisation (SYSADMIN-18). */
export const secondaryAuthStream = (authId: string) => `${SECONDARY_AUTH_STREAM_PREFIX}${authId}`;

const person = { userName: z.string(), name: personal(z.string(), 'account'), departmentName: z.string().nullable() };

/** One authorisation: from whom, to whom, for what and how long. */
export const secondaryAuth = z.object({
  authId: z.string(),
  fromUser: z.object(person),
  toUser: z.object(person),
  /** 1 审批代理: the other two kinds of the vocabulary come with the administration of rights. */
  authType: z.literal('1'),
  /** Processes it is limited to; empty: all that the authoriser decides on. */
  processNos: z.array(z.string()),
  beginTime: instant,
  endTime: instant,
  reason: z.string(),
});
export type SecondaryAuth = z.output<typeof secondaryAuth>;

export const secondaryAuthGranted = defineEvent('SecondaryAuthGranted', 1, secondaryAuth);
export const secondaryAuthRevoked = defineEvent(
  'SecondaryAuthRevoked',
  1,
  z.object({ authId: z.string(), fromUserName: z.string(), toUserName: z.string() }),
);

export const secondaryAuthEvents = [secondaryAuthGranted, secondaryAuthRevoked] as const;
export type SecondaryAuthEvent = EventOf<(typeof secondaryAuthEvents)[number]>;
