import { expect, it } from 'vitest';
import type { AppliedRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { rules, saveFacts, setUp, studentRefs, submitFacts, type SheetStory } from '../score-sheet.fixture.ts';
import { saveDecider } from '../entry/sheet-save.ts';
import { submitDecider } from '../submission/sheet-submit.ts';
import { grantDecider } from './granted-remark.ts';

const facts = { students: new Map(studentRefs.map((ref) => [ref.studentCode, ref])) };
const of = (studentCode: string, set = true, remark: AppliedRemark = '01') => ({
  teachingClassId: 'TC1',
  courseName: '高等数学',
  studentCode,
  remark,
  set,
  reason: '缓考申请已批准：疾病',
});
const save = (story: SheetStory, rows: object[]): SheetStory =>
  story.given(
    saveDecider,
    { rows: rows.map((row) => ({ items: {}, revision: story.revision, ...row })) as never },
    saveFacts(),
  );

// SCORE-MORE-16
it('sets 缓考 on the row, which is complete with the usual items and has no value, and takes it off again', () => {
  const entered = save(setUp(rules), [
    { studentCode: 'S1', items: { ps: '80', qm: '70' } },
    { studentCode: 'S2', items: { ps: '80' } },
    { studentCode: 'S3', items: { ps: '80', qm: '70' } },
  ]);
  const deferred = entered.given(grantDecider, of('S2'), facts, 'system');
  expect(deferred.events.at(-1)).toMatchObject({
    type: 'RemarkSet',
    data: { rows: [{ studentCode: 'S2', before: '00', after: '01' }], reason: '缓考申请已批准：疾病' },
  });
  expect(deferred.when(grantDecider, of('S2'), facts).events).toEqual([]);
  // The teacher types the usual item, neither the exam nor another remark; the class may be handed in.
  const again = save(deferred, [{ studentCode: 'S2', items: { ps: '90' } }]);
  const typed = (row: object) =>
    again.when(saveDecider, { rows: [{ studentCode: 'S2', items: {}, revision: again.revision, ...row }] }, saveFacts())
      .refused?.code;
  expect(typed({ items: { qm: '60' } })).toBe('SHEET_REMARK_BLOCKS_ITEM');
  expect(typed({ scoreRemarkCode: '00' })).toBe('SHEET_REMARK_NOT_ALLOWED');
  const submitted = again.given(submitDecider, { revision: again.revision }, submitFacts());
  expect(submitted.state).toMatchObject({ status: '3' });
  expect(submitted.when(grantDecider, of('S2', false), facts).refused).toMatchObject({
    code: 'GRANT_SHEET_HANDED_IN',
    details: { course: '高等数学' },
  });
  expect(again.when(grantDecider, of('S2', false), facts).events).toMatchObject([
    { type: 'RemarkSet', data: { rows: [{ before: '01', after: '00' }] } },
  ]);
});

it.each([
  [
    '取消考试资格 was decided',
    save(setUp(rules), [{ studentCode: 'S1', scoreRemarkCode: '06' }]),
    'S1',
    'GRANT_OVER_REMARK',
  ],
  ['he is not in the class', setUp(rules), 'S9', 'GRANT_LEFT_CLASS'],
])('not where %s', (_title, story, studentCode, code) => {
  expect(story.when(grantDecider, of(studentCode), facts).refused).toMatchObject({ code });
});

it('over 缺考 and 旷考 it is given: nobody knew why he stayed away', () => {
  const story = save(setUp(rules), [{ studentCode: 'S1', scoreRemarkCode: '03' }]);
  expect(story.when(grantDecider, of('S1'), facts).events).toMatchObject([
    { data: { rows: [{ before: '03', after: '01', final: { before: 0, after: null } }] } },
  ]);
});

// SCORE-MORE-42
it('免听: the exam alone counts, and nobody may type what else there is; not over what was decided about him', () => {
  const entered = save(setUp(rules), [
    { studentCode: 'S1', items: { ps: '10', qm: '90' } },
    { studentCode: 'S2', scoreRemarkCode: '02' },
  ]);
  const granted = entered.given(grantDecider, of('S1', true, '09'), facts, 'system');
  expect(granted.state).toMatchObject({ rows: { S1: { final: 9000 } } });
  const typed = (row: object) =>
    granted.when(
      saveDecider,
      { rows: [{ studentCode: 'S1', items: {}, revision: granted.revision, ...row }] },
      saveFacts(),
    ).refused?.code;
  expect(typed({ items: { ps: '60' } })).toBe('SHEET_REMARK_BLOCKS_ITEM');
  expect(typed({ scoreRemarkCode: '00' })).toBe('SHEET_REMARK_NOT_ALLOWED');
  expect(entered.when(grantDecider, of('S2', true, '09'), facts).refused).toMatchObject({
    code: 'GRANT_OVER_REMARK',
    details: { remark: '缺考', name: '免听' },
  });
  // Leave from the exam is another application's; taken back, everything counts again.
  expect(granted.when(grantDecider, of('S1'), facts).refused?.code).toBe('GRANT_OVER_REMARK');
  expect(granted.when(grantDecider, of('S1', false), facts).events).toEqual([]);
  expect(granted.given(grantDecider, of('S1', false, '09'), facts, 'system').state).toMatchObject({
    rows: { S1: { remark: { value: '00' } } },
  });
});
