import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowWrite } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { SchemaEvent } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { sampleCourse, sampleFrame } from '@jwxt/contracts/scheme/schema/schema.fixture.ts';
import { termSums } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { coursesOf, schemaStreams, type SchemaState } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { schemaDecider, type SchemaCommand, type SchemaFacts } from './schema.decider.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const row = (n: number, more: Partial<SchemaCourse> = {}) =>
  sampleCourse({ schemaCourseID: id(n), courseCode: `K${n}`, courseName: `课程${n}`, ...more });
const texts = { schemaName: '2026级软件工程', trainTarget: '', graduateRequire: '', mainCourse: '' };
const begun: NonNullable<SchemaFacts['begun']> = {
  majorSchemaKey: 'Z1',
  ...texts,
  projectType: '1',
  gradeMajors: [],
  schemeVersionId: 'V1',
  schemeVersionName: '2026版',
  courses: [row(1)],
  origin: null,
  revisesKey: null,
};
const created: SchemaEvent = { type: 'SchemaCreated', data: begun };

/** A stream as it is written: each event by somebody, one a revision. */
class Stream {
  state: SchemaState = schemaStreams.initial;
  revision = -1;

  take(events: readonly SchemaEvent[], userName = 'u1') {
    for (const event of events) {
      this.revision += 1;
      const at = { revision: this.revision, time: '2026-11-01T00:00:00.000Z', userName, name: `${userName}老师` };
      this.state = schemaStreams.evolve(this.state, event, at);
    }
    return this;
  }

  run(command: SchemaCommand, facts?: SchemaFacts, userName = 'u1') {
    const decided = schemaDecider.decide(this.state, command, facts);
    if (!isRefused(decided)) this.take(decided, userName);
    return decided;
  }

  get courses(): SchemaCourse[] {
    return 'rows' in this.state ? coursesOf(this.state) : [];
  }
}
const write = (revision: number, after: SchemaCourse | null, key = after?.schemaCourseID ?? ''): RowWrite => ({
  schemaCourseID: key,
  revision,
  after,
});
const change = (...rows: RowWrite[]): SchemaCommand => ({ type: 'change', way: 'edit', rows });
const named = (...courses: SchemaCourse[]): SchemaFacts => ({
  named: new Map(courses.map((course) => [course.schemaCourseID, course])),
});
const application = {
  applyId: 'Z1',
  round: 1,
  process: { processVersion: 3, nodes: [] },
  content: { contentHash: 'h' },
} as unknown as NonNullable<SchemaFacts['submission']>['application'];
const submission = (findings: NonNullable<SchemaFacts['submission']>['findings'] = []): SchemaFacts => ({
  submission: {
    frame: sampleFrame(),
    figures: { required: 30, elective: 20, total: 50, practice: 0, hours: 480 },
    comparedWith: null,
    findings,
    application,
  },
});
const submitted = () => {
  const stream = new Stream().take([created]);
  stream.run({ type: 'submit', revision: 0 }, submission());
  return stream;
};

describe('a training scheme', () => {
  it('lets two people write different courses at once, and tells the later of two on one (SCHEME-19)', () => {
    const stream = new Stream().take([
      created,
      {
        type: 'SchemaCoursesChanged',
        data: { majorSchemaKey: 'Z1', way: 'insert', changes: [{ before: null, after: row(2) }] },
      },
    ]);
    expect(stream.run(change(write(0, row(1, { term: 2 }))), named(row(1, { term: 2 })), 'u2')).toHaveLength(1);
    expect(stream.run(change(write(1, row(2, { credit: 20 }))), named(row(2, { credit: 20 })), 'u3')).toHaveLength(1);
    expect(stream.run(change(write(0, row(1, { term: 3 }))), named(row(1, { term: 3 })))).toMatchObject({
      refused: {
        code: 'SCHEMA_ROW_CONFLICT',
        data: { conflicts: [{ schemaCourseID: id(1), theirs: { term: 2 }, byName: 'u2老师', revision: 2 }] },
      },
    });
    // What somebody else did already is no conflict.
    expect(stream.run(change(write(0, row(1, { term: 2 }))), named(row(1, { term: 2 })))).toEqual([]);
    expect(stream.run(change(write(2, row(1, { term: 3 }))), named(row(1, { term: 3 })))).toHaveLength(1);
  });

  it('tells that a course which somebody still edits was taken out', () => {
    const stream = new Stream().take([created]);
    stream.run(change(write(0, null, id(1))), named(), 'u2');
    expect(stream.courses).toEqual([]);
    expect(stream.run(change(write(0, row(1, { term: 2 }))), named(row(1, { term: 2 })))).toMatchObject({
      refused: { data: { conflicts: [{ theirs: null, byName: 'u2老师' }] } },
    });
  });

  it('is not sent while a check fails, and is sent with the warnings that were seen (SCHEME-25)', () => {
    const stream = new Stream().take([created]);
    const error = { level: 'E', code: 'moduleMin', where: {}, text: '还差2' } as const;
    expect(stream.run({ type: 'submit', revision: 0 }, submission([error]))).toMatchObject({
      refused: { code: 'SCHEMA_ERRORS_OPEN', details: { count: 1 }, data: { findings: [error] } },
    });
    expect(stream.run({ type: 'submit', revision: 7 }, submission())).toMatchObject({
      refused: { code: 'SCHEMA_CHANGED' },
    });
    expect(stream.run({ type: 'submit', revision: 0 }, submission([{ ...error, level: 'W' }]))).toMatchObject([
      { type: 'SchemaSubmitted', data: { warnings: ['还差2'] } },
    ]);
  });

  // SCHEME-03, SCHEME-06
  it('is frozen in approval, and written again when it was returned or recalled', () => {
    const stream = submitted();
    const before = contentHash(stream.courses);
    expect(stream.run(change(write(0, row(1, { term: 2 }))), named(row(1, { term: 2 })))).toMatchObject({
      refused: { code: 'SCHEMA_NOT_EDITABLE' },
    });
    expect(contentHash(stream.courses)).toBe(before);
    for (const outcome of ['returned', 'recalled'] as const) {
      const again = submitted();
      again.run({ type: 'close', outcome, opinion: '' });
      expect(again.run(change(write(0, row(1, { term: 2 }))), named(row(1, { term: 2 })))).toHaveLength(1);
      expect(again.run({ type: 'submit', revision: 3 }, submission())).toMatchObject([{ type: 'SchemaSubmitted' }]);
    }
  });

  // SCHEME-04, SCHEME-05
  it('is in use once passed; then only a revision changes it, and it is cancelled while nothing stands on it', () => {
    const stream = submitted();
    expect(stream.run({ type: 'enable' })).toMatchObject([{ type: 'SchemaEnabled' }]);
    expect(stream.run({ type: 'delete' })).toMatchObject({ refused: { code: 'SCHEMA_NOT_EDITABLE' } });
    expect(stream.run({ type: 'cancel', reason: '有误' }, { planned: true })).toMatchObject({
      refused: { code: 'SCHEMA_PLANNED' },
    });
    expect(stream.run({ type: 'revised', byKey: 'Z2' })).toMatchObject([{ type: 'SchemaRevised' }]);
    expect(stream.run({ type: 'restored', byKey: 'Z2' })).toMatchObject([{ type: 'SchemaRestored' }]);
    expect(stream.run({ type: 'cancel', reason: '有误' }, { planned: false })).toMatchObject([
      { type: 'SchemaCancelled' },
    ]);
    expect(stream.run({ type: 'cancel', reason: '有误' }, { planned: false })).toEqual([]);
  });

  it('has after any edits the sums of a recount, and the rows of its changes', () => {
    const edit = fc.record({
      n: fc.integer({ min: 1, max: 6 }),
      seen: fc.boolean(),
      credit: fc.integer({ min: 1, max: 12 }).map((halves) => halves * 5),
      term: fc.integer({ min: 1, max: 12 }),
      gone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const stream = new Stream().take([created]);
        const rows = new Map([[id(1), row(1)]]);
        let [credit, count] = [30, 1];
        for (const { n, seen, credit: wanted, term, gone } of edits) {
          const known = 'rows' in stream.state ? stream.state.rows.get(id(n)) : undefined;
          const after = gone ? null : row(n, { credit: wanted, term });
          const decided = stream.run(
            change(write(seen ? (known?.revision ?? -1) : -1, after, id(n))),
            after ? named(after) : named(),
          );
          if (isRefused(decided)) continue;
          for (const event of decided)
            if (event.type === 'SchemaCoursesChanged')
              for (const { before, after: written } of event.data.changes) {
                credit += (written?.credit ?? 0) - (before?.credit ?? 0);
                count += (written ? 1 : 0) - (before ? 1 : 0);
                if (written) rows.set(id(n), written);
                else rows.delete(id(n));
              }
        }
        const { all } = termSums(stream.courses);
        expect([all.credit, all.courses]).toEqual([credit, count]);
        expect(stream.courses.map(({ schemaCourseID }) => schemaCourseID).toSorted()).toEqual(
          [...rows.keys()].toSorted(),
        );
      }),
      { numRuns: 200 },
    );
  });
});
