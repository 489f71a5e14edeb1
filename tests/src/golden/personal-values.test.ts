import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { eventMetadata, type EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { ERASED, mapPersonal, personalPlan, type Owner } from '@jwxt/contracts/kernel/personal.ts';
import { decodeEvent } from '@jwxt/infra/runtime/event-codec.ts';
import { encipher, learnKey, newPersonKey, type PersonKey } from '@jwxt/infra/runtime/personal-cipher.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { samplesOf } from './event-shape.ts';

const userName = 'teacher1';
const metadata = (schemaVersion: number): EventMetadata => ({
  actor: { userName, name: '张老师', roleNames: ['任课教师'], permission: null },
  onBehalfOf: { userName: 'teacher2', name: '李老师' },
  commandId: 'command-1',
  correlationId: 'command-1',
  causationId: null,
  time: '2026-11-20T01:00:00.000Z',
  clientAddress: '10.0.0.1',
  schemaVersion,
});
const nameOf = ({ kind, code }: Owner): string => `${kind} ${code}`;
/** Owners whose texts stand in data, and the data with those of one of them erased. */
function owners(schema: z.ZodType, data: object, found: Set<string>): void {
  mapPersonal(data, personalPlan(schema), { userName }, (text, owner) => {
    found.add(nameOf(owner));
    return text;
  });
}
const without = (schema: z.ZodType, data: object, gone: string): object =>
  mapPersonal(data, personalPlan(schema), { userName }, (text, owner) => (nameOf(owner) === gone ? ERASED : text));

// Of every event that the product writes: whoever is erased, it stays readable, and what is not his stays as it is.
test.each([...eventHistory.definitions.values()].map((one) => [one.type, one] as const))(
  '%s is read as it was written, and without any of its people',
  (type, { version, data: schema }) => {
    for (const sample of samplesOf(schema) as object[]) {
      const about = metadata(version);
      const found = new Set<string>();
      owners(schema, sample, found);
      owners(eventMetadata, about, found);
      for (const gone of found) {
        const keys = new Map<string, PersonKey>([...found].map((name) => [name, newPersonKey()]));
        for (const { id, bytes } of keys.values()) learnKey(id, bytes!);
        const seal = (of: z.ZodType, value: object): unknown =>
          JSON.parse(
            JSON.stringify(
              mapPersonal(value, personalPlan(of), { userName }, (text, owner, field) =>
                encipher(text, keys.get(nameOf(owner))!, field),
              ),
            ),
          );
        const recorded = {
          id: 'e1',
          stream: 'sample-1',
          revision: 0n,
          type,
          data: seal(schema, sample),
          metadata: seal(eventMetadata, about),
          recordedAt: new Date(about.time),
          position: { commit: 0n, prepare: 0n },
        };
        const plain = decodeEvent(recorded);
        expect([plain.events[0]!.event.data, plain.metadata]).toEqual([schema.parse(sample), about]);
        learnKey(keys.get(gone)!.id, 'destroyed');
        const erased = decodeEvent(recorded);
        expect([erased.events[0]!.event.data, erased.metadata]).toEqual([
          schema.parse(without(schema, sample, gone)),
          without(eventMetadata, about, gone),
        ]);
      }
    }
  },
);
