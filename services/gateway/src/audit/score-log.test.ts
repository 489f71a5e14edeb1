import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApplication, auditScore, auditStudents } from '@jwxt/contracts/audit/audit.operations.ts';
import { auditClasses, scoreLog, scoreLogEvent, scoreLogExport } from '@jwxt/contracts/audit/score-log.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { queryStudyProgress, studentStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let auditor: Browser;
let applyId: string;
const tc1 = { teachingClassId: 'TC1', scoreType: '1' as const };
beforeAll(async () => {
  school = await startSchool({ services: true });
  const [teacher, dean] = await Promise.all([school.browser('teacher1'), school.browser('dean1')]);
  auditor = await school.browser('auditor1');
  applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '91' }, S2026002: { ps: '50', qm: '40' } });
  await decide(dean, applyId, '2', { backNode: '0', approvalOpinion: '请核对李四' });
  applyId = await submitSheet(teacher, 'TC1', { S2026002: { ps: '70', qm: '66' } });
  await decide(dean, applyId, '0');
});
afterAll(() => school.stop());

describe('the log of a class (SCORE-MORE-15)', () => {
  it('SCORE-MORE-15: tells every event in a sentence, newest first, from the event store', async () => {
    const { rows, total, courseName, operators } = await auditor.get(scoreLog, tc1);
    expect(courseName).toBe('程序设计基础');
    expect(total).toBe(rows.length);
    expect(operators).toEqual(expect.arrayContaining(['王老师', '李院长']));
    const told = rows.map(({ sentence }) => sentence);
    for (const sentence of [
      '王老师将李四的平时成绩由 50.0 改为 70.0',
      '王老师将李四的期末成绩由 40.0 改为 66.0，总评 67.60',
      '王老师录入张三的平时成绩：80.0',
      '李院长（院系审核）退回申请人，意见：请核对李四',
    ])
      expect(told).toContain(sentence);
    expect(told.findIndex((sentence) => sentence.includes('由 50.0 改为 70.0'))).toBeLessThan(
      told.findIndex((sentence) => sentence.includes('录入张三')),
    );
    expect(rows.every((row) => row.operatorName !== '' && row.operation !== '')).toBe(true);
  });

  it('by operation, operator, student and time', async () => {
    const typed = await auditor.get(scoreLog, { ...tc1, operation: '录入', student: '李四' });
    expect(typed.rows.map(({ itemName, beforeValue, afterValue }) => [itemName, beforeValue, afterValue])).toEqual([
      ['期末成绩', '40.0', '66.0'],
      ['平时成绩', '50.0', '70.0'],
      ['期末成绩', '空', '40.0'],
      ['平时成绩', '空', '50.0'],
    ]);
    expect(
      (await auditor.get(scoreLog, { ...tc1, operatorName: '李院长' })).rows.every(
        ({ operatorName }) => operatorName === '李院长',
      ),
    ).toBe(true);
    expect((await auditor.get(scoreLog, { ...tc1, endTime: '2020-01-01 00:00:00' })).total).toBe(0);
    expect((await auditor.get(scoreLog, { ...tc1, pageSize: 2, pageNo: 2 })).rows).toHaveLength(2);
  });

  it('leads to the event, and is exported', async () => {
    const {
      rows: [row],
    } = await auditor.get(scoreLog, { ...tc1, operation: '录入', student: '李四' });
    expect(await auditor.get(scoreLogEvent, { ...tc1, eventPosition: row!.eventPosition })).toMatchObject({
      type: 'CellsEntered',
      stream: 'scoreSheet-TC1.1',
    });
    expect((await auditor.call(scoreLogExport, tc1)).status).toBe(200);
  });

  it('only of classes in scope', async () => {
    const dean2 = await school.browser('dean2');
    expect(await dean2.call(scoreLog, tc1)).toMatchObject({ status: 404, code: 'SHEET_NOT_FOUND' });
    expect((await dean2.get(auditClasses, {})).list.map(({ teachingClassId }) => teachingClassId)).toEqual(['TC2']);
    expect((await auditor.get(auditClasses, { keyword: '程序' })).list).toMatchObject([
      { teachingClassId: 'TC1', scoreTypeName: '正考' },
    ]);
    expect(await (await school.browser('admin')).call(scoreLog, tc1)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('a class whose id has a wildcard in it is no other class', async () => {
    await school.pool.query(`insert into base.role (jsbh, jsmc, jslx) values ('T', '只看自己', 'casual')`);
    await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('T', $1)`, [
      permissionOf(auditStudents),
    ]);
    await school.pool.query(`insert into base.role_scope (jsbh, sjqxbh, fwz) values ('T', 'DW', '$SELF')`);
    await school.pool.query(`delete from base.user_role where user_name = 'teacher2'`);
    await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('teacher2', 'T')`);
    await school.pool
      .query(`insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
          course_id, open_department_id, xqdm)
      select id, id, id, semester_id, course_id, open_department_id, xqdm
      from base.teaching_class, unnest(array['TC_', 'T%']) as given (id) where teaching_class_id = 'TC2'`);
    await school.pool.query(
      `insert into base.teaching_class_teacher (teaching_class_id, gh) values ('TC_', 'T08'), ('T%', 'T08')`,
    );
    expect((await (await school.browser('teacher2')).get(auditStudents, { keyword: '张三' })).list).toEqual([]);
    await school.pool.query(`insert into base.teaching_class_teacher (teaching_class_id, gh) values ('TC1', 'T08')`);
    expect((await (await school.browser('teacher2')).get(auditStudents, { keyword: '张三' })).list).toMatchObject([
      { studentCode: 'S2026001' },
    ]);
  });
});

describe('replays and the card of what was published', () => {
  it('SCORE-MORE-48: the score is on the card, and gone from it for a moment before', async () => {
    const office = await school.browser('office1');
    const registrar = await school.browser('registrar1');
    const before = (await auditor.get(auditApplication, { applyId })).approvalBusinessStatus;
    if (before !== '9') await decide(registrar, applyId, '0');
    const card = await office.get(scoreCard, { studentCode: 'S2026001' });
    expect(card.semesters[0]!.rows).toMatchObject([
      { courseNum: 'COMP1001', finalName: '86.60', counts: true, why: '首次考试成绩', point: '3.70' },
    ]);
    // SCHEME-13: the study progress likewise, against the plan of today.
    const progressAt = async (moment: string) => {
      const { earned, modules } = await office.get(studentStudyProgress, { studentCode: 'S2026001', asOf: moment });
      return [earned, modules.flatMap(({ lines }) => lines).find(({ courseId }) => courseId === 'K1')?.state];
    };
    expect(await progressAt('')).toEqual(['4', 'earned']);
    expect(await progressAt(toDateTimeText(new Date(Date.now() + 1_000)))).toEqual(['4', 'earned']);
    expect((await progressAt('2020-01-01 00:00:00'))[0]).toBe('0');
    // And of the grade-major beside each other.
    const rowAt = async (asOf: string) =>
      (await office.get(queryStudyProgress, { gradeMajorId: 'M101', keyword: '张三', asOf })).rows[0]?.earned;
    expect([await rowAt(''), await rowAt('2020-01-01 00:00:00')]).toEqual(['4', '0']);
    expect((await office.get(scoreCard, { studentCode: 'S2026001', asOf: '2020-01-01 00:00:00' })).semesters).toEqual(
      [],
    );
    const recorded = card.semesters[0]!.rows[0]!.recordedAt;
    expect((await office.get(scoreCard, { studentCode: 'S2026001', asOf: recorded })).semesters[0]!.rows).toMatchObject(
      [{ finalName: '86.60', recordedAt: recorded }],
    );
  });

  it('each step of a score says what was done in a sentence', async () => {
    const { steps } = await auditor.get(auditScore, { studentCode: 'S2026002', courseCode: 'COMP1001' });
    expect(steps.map(({ sentence }) => sentence)).toContain(
      '王老师将李四的平时成绩由 50.0 改为 70.0；王老师将李四的期末成绩由 40.0 改为 66.0，总评 67.60',
    );
    expect(steps.every(({ sentence }) => sentence !== '')).toBe(true);
  });
});
