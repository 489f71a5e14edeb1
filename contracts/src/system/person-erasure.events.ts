import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import { defineStream, untold } from '../kernel/stream.ts';
import { defineUpcaster } from '../kernel/upcast.ts';
import { erasureBasis, personKind, type PersonKey } from './person-erasure.vocabulary.ts';

/** Stream of the erasure of one person. */
export const personErasureStream = ({ kind, code }: PersonKey): string =>
  kind === personKind.student ? `personErasure-${code}` : `personErasure-${kind}.${code}`;

/** Keys of a person were destroyed, on what ground; no value of the person. */
export const personErased = defineEvent(
  'PersonErased',
  2,
  z.object({
    erasureId: z.string(),
    kind: z.enum(personKind),
    code: z.string(),
    basis: z.enum(erasureBasis),
    keys: z.number().int(),
  }),
);

/** Erasures of persons. Told on the page 个人信息保护, by their rows. */
export const personErasureStreams = untold(
  defineStream({
    prefix: 'personErasure-',
    events: [personErased],
    upcasters: [
      // Version 1 was of students alone.
      defineUpcaster<{ studentCode: string }>()({
        from: 'PersonErased@1',
        to: ['PersonErased@2'],
        lift: ({ studentCode, ...data }) => [
          { as: 'PersonErased@2', data: { ...data, kind: personKind.student, code: studentCode } },
        ],
      }),
    ],
    initial: { erased: false },
    evolve: () => ({ erased: true }),
  }),
);
