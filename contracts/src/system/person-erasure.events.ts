import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import { defineStream, untold } from '../kernel/stream.ts';
import { erasureBasis } from './person-erasure.vocabulary.ts';

/** Stream of the erasure of one student. */
export const personErasureStream = (studentCode: string): string => `personErasure-${studentCode}`;

/** Keys of a person were destroyed, on what ground; no value of the person. */
export const personErased = defineEvent(
  'PersonErased',
  1,
  z.object({ erasureId: z.string(), studentCode: z.string(), basis: z.enum(erasureBasis), keys: z.number().int() }),
);

/** Erasures of persons. Told on the page 个人信息保护, by their rows. */
export const personErasureStreams = untold(
  defineStream({
    prefix: 'personErasure-',
    events: [personErased],
    initial: { erased: false },
    evolve: () => ({ erased: true }),
  }),
);
