import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { instant } from '../kernel/fields.ts';

export const RECOGNITION_ACCOUNT_STREAM_PREFIX = 'recognitionAccount-';
/**
 * Stream of what one student has had recognised, or has asked for: the boundary in which the credit limit holds and an
 * outside score counts once.
 */
export const recognitionAccountStream = (studentCode: string) => `${RECOGNITION_ACCOUNT_STREAM_PREFIX}${studentCode}`;

/** An application takes credits (tenths) of the limit, and the outside scores that it uses. */
export const recognitionCreditTaken = defineEvent(
  'RecognitionCreditTaken',
  1,
  z.object({
    studentCode: z.string(),
    applyId: z.string(),
    processName: z.string(),
    time: instant,
    credit: z.number().int(),
    sources: z.array(z.object({ key: z.string(), courseName: z.string() })),
  }),
);
/** The application ended without effect, or came back to the applicant. */
export const recognitionCreditReturned = defineEvent(
  'RecognitionCreditReturned',
  1,
  z.object({ studentCode: z.string(), applyId: z.string(), time: instant }),
);

export const recognitionAccountEvents = [recognitionCreditTaken, recognitionCreditReturned] as const;
export type RecognitionAccountEvent = EventOf<(typeof recognitionAccountEvents)[number]>;
