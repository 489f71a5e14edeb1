import { sampleCourse } from '@jwxt/contracts/scheme/schema/schema.fixture.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { describe, expect, it } from 'vitest';
import {
  noEdits,
  sentRevision,
  shownRows,
  withAnswer,
  withChange,
  withResolved,
  withStep,
  type Edits,
  type ServerRow,
} from './schema-edits.model.ts';

const course = (id: string, more: Partial<SchemaCourse> = {}) =>
  sampleCourse({ schemaCourseID: id, courseName: id, ...more });
const server = new Map<string, ServerRow>(
  ['a', 'b'].map((id) => [id, { course: course(id), revision: 3, byName: '王老师', at: '' }]),
);
const edit = (edits: Edits, id: string, rows: Record<string, SchemaCourse | null>): Edits =>
  withChange(server, edits, {
    id,
    way: 'edit',
    text: id,
    rows: Object.entries(rows).map(([schemaCourseID, after]) => ({ schemaCourseID, after })),
  });
const termsOf = (edits: Edits) => Object.fromEntries([...shownRows(server, edits)].map(([id, { term }]) => [id, term]));

describe('the edits of an open scheme', () => {
  it('show at once, and what is built on an own change waits for its revision', () => {
    const once = edit(noEdits, 'e1', { a: course('a', { term: 2 }) });
    const twice = edit(once, 'e2', { a: course('a', { term: 3 }) });
    expect(termsOf(twice)).toEqual({ a: 3, b: 1 });
    expect(sentRevision(twice, twice.queue[0]!.edits[0]!)).toBe(3);
    const answered = withAnswer(twice, 'e1', 8);
    expect(sentRevision(answered, answered.queue[0]!.edits[0]!)).toBe(8);
    // Nothing is sent for what changes nothing.
    expect(edit(noEdits, 'e1', { a: course('a') })).toBe(noEdits);
  });

  it('are taken back and done again, a course that was taken out too', () => {
    const gone = withAnswer(edit(noEdits, 'e1', { a: null }), 'e1', 5);
    const left = new Map([...server].filter(([id]) => id !== 'a'));
    const back = withStep(left, gone, 'undo', 'u1');
    expect(back.queue[0]).toMatchObject({ way: 'undo', edits: [{ schemaCourseID: 'a', revision: 5 }] });
    expect(shownRows(left, back).get('a')?.courseName).toBe('a');
    const again = withStep(left, back, 'redo', 'r1');
    expect(shownRows(left, again).has('a')).toBe(false);
    expect(again.undo).toHaveLength(1);
  });

  it('of a row that somebody else wrote are kept or dropped as the person says, the others are sent again', () => {
    const both = edit(noEdits, 'e1', { a: course('a', { term: 2 }), b: course('b', { term: 2 }) });
    const upon = edit(both, 'e2', { a: course('a', { term: 4 }) });
    const theirs = withResolved(upon, 'e1', [{ schemaCourseID: 'a', revision: 9, take: 'theirs' }], 'e3');
    expect(theirs.queue).toMatchObject([{ id: 'e3', edits: [{ schemaCourseID: 'b', revision: 3 }] }]);
    expect(termsOf(theirs)).toEqual({ a: 1, b: 2 });
    const mine = withResolved(upon, 'e1', [{ schemaCourseID: 'a', revision: 9, take: 'mine' }], 'e3');
    expect(mine.queue[0]?.edits).toMatchObject([{ revision: 9 }, { revision: 3 }]);
    expect(termsOf(mine)).toEqual({ a: 4, b: 2 });
  });
});
