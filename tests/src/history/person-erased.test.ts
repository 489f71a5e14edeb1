import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { eventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { ERASED, mapPersonal, personalPlan, studentsNamed, type Owner } from '@jwxt/contracts/kernel/personal.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { replayApplication } from '@jwxt/gateway/audit/application-history.ts';
import { replayScore } from '@jwxt/gateway/audit/score-history.ts';
import type { PlacedEvent } from '@jwxt/gateway/kernel/stored-streams.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { encipher, learnKey, newPersonKey, readPersonal } from '@jwxt/infra/runtime/personal-cipher.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { allProjections } from '@jwxt/projections/all-areas.ts';
import { createHeldRows } from '@jwxt/projections/kernel/held-rows.ts';
import { foldEvents, type ReadEvent } from '@jwxt/projections/kernel/isolate-poison.ts';
import type { ProjectedEvent } from '@jwxt/projections/kernel/projection.ts';
import { rowKeyText } from '@jwxt/projections/kernel/table.ts';
import { application } from '@jwxt/projections/testing/sample-applications.ts';
import { attempt, sheet, submittedRow } from '@jwxt/projections/testing/sample-events.ts';
import { registrar, sample, student, toAppend, type Sample } from '@jwxt/projections/testing/sample.ts';
import { wholeStory } from '@jwxt/projections/testing/whole-story.ts';

/* Erasing anybody of any small university leaves everything else as it was (decision 093). */

const numbers = [1, 2, 3, 4, 5];
const mark = fc.integer({ min: 0, max: 1000 });
/** A class: who got what, and how far its sheet has come. */
const someClass = fc.record({
  marks: fc.uniqueArray(fc.tuple(fc.constantFrom(...numbers), mark, mark), {
    selector: ([number]) => number,
    minLength: 1,
  }),
  until: fc.constantFrom('entered', 'submitted', 'decided', 'published', 'published'),
});
type SomeClass = typeof someClass extends fc.Arbitrary<infer T> ? T : never;
const someone: fc.Arbitrary<Owner> = fc.oneof(
  fc.record({ kind: fc.constant('student' as const), code: fc.constantFrom(...numbers.map((n) => `S${n}`)) }),
  fc.record({ kind: fc.constant('teacher' as const), code: fc.constantFrom('T1', 'T2') }),
  fc.record({ kind: fc.constant('account' as const), code: fc.constantFrom('teacher1', 'dean1', 'registrar1') }),
);

function eventsOf({ marks, until }: SomeClass, index: number): (Sample | readonly Sample[])[] {
  const [id, at] = [`R${index}`, 100 + index * 20];
  const one = sheet(id);
  const rows = marks.map(([number, ps, qm]) => submittedRow(number, ps, qm));
  const steps = ['entered', 'submitted', 'decided', 'published'];
  const reached = (step: string): boolean => steps.indexOf(until) >= steps.indexOf(step);
  return [
    one.initialised(at),
    ...marks.flatMap(([number, ps, qm]) => [
      one.entered(at + 1, number, 'ps', null, ps, null),
      one.entered(at + 2, number, 'qm', null, qm, rows.find((row) => row.studentCode === `S${number}`)!.final),
    ]),
    ...(reached('submitted') ? [one.submitted(at + 3, `A${id}`, rows), application.submitted(`A${id}`, at + 3)] : []),
    ...(reached('decided') ? [application.deanPassed(`A${id}`, at + 4)] : []),
    ...(reached('published')
      ? [
          application.registrarPassed(`A${id}`, at + 5),
          one.approved(at + 6, `A${id}`, rows),
          ...marks.map(([number]) =>
            sample(
              `attempts-S${number}.K1`,
              {
                type: 'AttemptRecorded',
                data: attempt(
                  number,
                  `${id}.${number}`,
                  rows.find((row) => row.studentCode === `S${number}`)!.final ?? 0,
                ),
              },
              registrar,
              at + 6,
            ),
          ),
        ]
      : []),
  ];
}

/** Every personal text of a person begins with this, so that it is known wherever it turns up again. */
const marked = ({ kind, code }: Owner): string => `⟨${kind}:${code}⟩`.toLowerCase();
const keyName = ({ kind, code }: Owner): string =>
  // A number is personal itself, and stands for its student.
  kind === 'number' ? (/^⟨(student:.*?)⟩/.exec(code)?.[1] ?? `number:${code}`) : `${kind}:${code}`.toLowerCase();

/** The log of a university, as it is stored and as it reads today. */
function storeOf(samples: readonly Sample[]) {
  const keys = new Map<string, ReturnType<typeof newPersonKey>>();
  const matters = new Map<string, Set<string>>();
  const texts = new Map<string, Set<string>>();
  const keyOf = (owner: Owner) => {
    const name = keyName(owner);
    let key = keys.get(name);
    if (!key) {
      keys.set(name, (key = newPersonKey()));
      learnKey(key.id, key.bytes);
    }
    return key;
  };
  const revisions = new Map<string, number>();
  const events = samples.map((given, index) => {
    const { type, data, metadata } = toAppend(given, derivedId(`erased-${index}`));
    const definition = eventHistory.definitions.get(type)!;
    const doer = { userName: given.userName };
    const seal = (value: object, schema: typeof definition.data): object => {
      const plan = personalPlan(schema);
      const known = mapPersonal(value, plan, doer, (text, owner) => `${marked(owner)}${text.toLowerCase()}`);
      return mapPersonal(known, plan, doer, (text, owner, field) => {
        const name = keyName(owner);
        texts.set(name, (texts.get(name) ?? new Set()).add(text));
        return encipher(text, keyOf(owner), field);
      });
    };
    const { applyId } = data as { applyId?: string };
    if (applyId !== undefined) {
      const about = matters.get(applyId) ?? new Set();
      matters.set(applyId, about);
      studentsNamed(data, about);
    }
    const revision = revisions.get(given.stream) ?? 0;
    revisions.set(given.stream, revision + 1);
    return {
      id: derivedId(`erased-${index}`),
      type,
      stream: given.stream,
      revision,
      position: { commit: BigInt(index), prepare: BigInt(index) },
      stored: JSON.stringify([seal(data, definition.data), seal(metadata, eventMetadata)]),
    };
  });
  return {
    stored: events.map(({ stored }) => stored).join('\n'),
    read: (): PlacedEvent[] =>
      events.map(({ stored, id, type, stream, revision, position }) => {
        const [data, metadata] = readPersonal(JSON.parse(stored)) as [object, object];
        const recordedAt = new Date(0);
        return {
          id,
          stream,
          revision,
          position,
          recordedAt,
          event: { type, data },
          metadata,
        } as unknown as PlacedEvent;
      }),
    /** Destroys the key, with those of applications about the student alone; answers what they were for. */
    erase(person: Owner): string[] {
      const gone = [keyName(person)];
      if (person.kind === 'student')
        for (const [applyId, about] of matters)
          if (about.size === 1 && about.has(person.code)) gone.push(keyName({ kind: 'matter', code: applyId }));
      for (const name of gone) if (keys.has(name)) learnKey(keys.get(name)!.id, 'destroyed');
      return gone.flatMap((name) => [...(texts.get(name) ?? [])]);
    },
  };
}

/** Every row of every read model, built anew from the log, by table and key; and every replay. */
async function toldBy(events: readonly PlacedEvent[]): Promise<string[]> {
  const lines: string[] = [];
  for (const projection of allProjections) {
    const rows = createHeldRows();
    rows.attach({ query: () => Promise.resolve({ rows: [] }) }, 'rm');
    rows.startEmpty();
    const read = events.flatMap(({ event, metadata, stream, revision, position }): ReadEvent[] =>
      Object.hasOwn(projection.handlers, event.type)
        ? [
            {
              recorded: { stream, position, revision: BigInt(revision), type: event.type } as unknown as RecordedEvent,
              events: [
                {
                  ...event,
                  stream,
                  revision,
                  time: metadata.time,
                  userName: metadata.actor.userName,
                  name: metadata.actor.name,
                } as ProjectedEvent,
              ],
            },
          ]
        : [],
    );
    const parked = await foldEvents(projection, rows, read, new Set());
    for (const { recorded, reason } of parked) lines.push(`${projection.name} parked ${recorded.stream} ${reason}`);
    for (const { table, added, replaced } of rows.changes())
      for (const row of [...added, ...replaced])
        lines.push(`${projection.name}.${table.name} ${rowKeyText(table, row)} ${JSON.stringify(row, plainly)}`);
  }
  const byStream = Map.groupBy(events, ({ stream }) => stream);
  for (const [stream, own] of byStream)
    if (stream.startsWith(applicationStreams.prefix))
      lines.push(`replay ${stream} ${JSON.stringify(replayApplication(own)?.steps.map(withoutEvent), plainly)}`);
  for (const number of numbers) {
    const { steps, current } = replayScore(events, { ...student(number), studentName: '', studentNumber: '' }, 'K1');
    lines.push(`replay S${number} ${JSON.stringify([steps.map(withoutEvent), current], plainly)}`);
  }
  return lines.toSorted();
}
const plainly = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
const withoutEvent = (step: object): object => ({ ...step, event: null });

test('whoever is erased, his words are gone; every other row, count, sum, hash and replay is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someClass, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      someone,
      async (classes, withStory, person) => {
        const samples = [...(withStory ? wholeStory() : []), ...classes.flatMap(eventsOf)].flat<
          readonly (Sample | readonly Sample[])[],
          1
        >();
        const store = storeOf(samples);
        expect(store.stored).not.toContain('⟨');
        const before = await toldBy(store.read());
        const words = store.erase(person).toSorted((a, b) => b.length - a.length);
        const after = await toldBy(store.read());
        const expected = before.map((line) => words.reduce((text, word) => text.replaceAll(word, ERASED), line));
        expect(after).toEqual(expected.toSorted());
        expect(after.join('\n')).not.toContain(marked(person));
      },
    ),
    { numRuns: 15 },
  );
});
