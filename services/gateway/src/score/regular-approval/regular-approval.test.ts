import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { exportPublishedScores, queryPublishedScores } from '@jwxt/contracts/score/published-score.operations.ts';
import {
  auditRegularScores,
  exportRegularApprovals,
  queryRegularApprovals,
  regularApprovalDetail,
} from '@jwxt/contracts/score/regular-approval.operations.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { submitSheet } from '../../testing/score-steps.ts';
import { startSchool, type School } from '../../testing/school.ts';

const publishedTable = readModelTable(scoreSheetModel, 'published');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

let school: School;
let teacher: Browser;
let dean: Browser;
let applyId: string;
beforeAll(async () => {
  school = await startSchool({ services: true, exports: { directRows: 60_000 } });
  [teacher, dean] = [await school.browser('teacher1'), await school.browser('dean1')];
  applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '90' }, S2026002: { ps: '60', qm: '62' } });
});
afterAll(() => school.stop());

const sheetOf = async (content: Buffer) => (await readXlsx(content)).sheets[0]!.rows;

describe('regular approvals', () => {
  it('list what waits for the person, by every filter and in scope, with the figures of the submission', async () => {
    expect(await dean.get(queryRegularApprovals, {})).toMatchObject({
      total: 1,
      todo: 1,
      rows: [
        {
          applyId,
          awaitsMe: true,
          courseName: '程序设计基础',
          teachingClassName: '计算机1班',
          teacherName: '王老师、陈老师',
          applicantName: '王老师',
          approvalBusinessStatusName: '待审核',
          figures: {
            personNum: 2,
            scoredNum: 2,
            passedNum: 2,
            passRate: '100.0%',
            excellentRate: '0.0%',
            mean: '73.60',
            max: '86.00',
            min: '61.20',
            bands: [0, 1, 0, 1, 0],
          },
        },
      ],
    });
    expect((await dean.get(queryRegularApprovals, { view: 'passed' })).total).toBe(0);
    const registrar = await school.browser('registrar1');
    expect(await registrar.get(queryRegularApprovals, {})).toMatchObject({ total: 0, todo: 0 });
    expect(
      (
        await registrar.get(queryRegularApprovals, {
          view: 'all',
          courseName: 'COMP',
          teachingClassName: '1班',
          applicantName: '王',
          semesterId: '2026-2027-1',
          departmentId: '101',
          approvalBusinessStatus: '1',
        })
      ).total,
    ).toBe(1);
    for (const miss of [
      { courseName: 'MATH' },
      { teachingClassName: '数学' },
      { applicantName: '赵' },
      { departmentId: '102' },
      { approvalBusinessStatus: '9' as const },
    ])
      expect((await registrar.get(queryRegularApprovals, { view: 'all', ...miss })).total, JSON.stringify(miss)).toBe(
        0,
      );
    expect((await (await school.browser('dean2')).get(queryRegularApprovals, { view: 'all' })).total).toBe(0);
    expect(await teacher.call(queryRegularApprovals, {})).toMatchObject({ status: 403 });
  });

  it('show exactly the rows that were handed in', async () => {
    const detail = await dean.get(regularApprovalDetail, { applyId });
    expect(
      detail.items.map(({ scoreSubItemName, scoreSubItemProportion }) => [scoreSubItemName, scoreSubItemProportion]),
    ).toEqual([
      ['平时成绩', 40],
      ['期末成绩', 60],
    ]);
    expect(detail.rows).toEqual([
      {
        studentCode: 'S2026001',
        studentNumber: '2026001',
        studentName: '张三',
        items: { ps: '80.0', qm: '90.0' },
        scoreRemarkName: '正常',
        studentScoreFinalValue: '86.00',
        studentScoreFinalValueRemark: '',
        passed: true,
        isReExamStudentName: '',
        administrativeClassName: '101班',
        gradeMajorName: '2026级专业101',
      },
      {
        studentCode: 'S2026002',
        studentNumber: '2026002',
        studentName: '李四',
        items: { ps: '60.0', qm: '62.0' },
        scoreRemarkName: '正常',
        studentScoreFinalValue: '61.20',
        studentScoreFinalValueRemark: '',
        passed: true,
        isReExamStudentName: '重修',
        administrativeClassName: '101班',
        gradeMajorName: '2026级专业101',
      },
    ]);
    expect(await (await school.browser('dean2')).call(regularApprovalDetail, { applyId })).toMatchObject({
      status: 404,
    });
  });

  it('are exported, one line a submission', async () => {
    const { bytes } = await dean.call(exportRegularApprovals, { view: 'todo' });
    const [head, line] = await sheetOf(bytes);
    expect(Object.fromEntries(head!.map((title, index) => [String(title), line![index]]))).toMatchObject({
      课程编号: 'COMP1001',
      人数: 2,
      及格率: 1,
      平均分: 73.6,
      送审人: '王老师',
      状态: '待审核',
    });
  });

  it('are decided from the list; published scores then stand, for those who see the class', async () => {
    const decision = {
      approvalStatus: '0' as const,
      approvalOpinion: '同意',
      revisions: { [applyId]: (await dean.get(approvalDetail, { applyId })).revision },
    };
    expect(
      (await (await school.browser('dean2')).get(auditRegularScores, { keyList: [applyId], ...decision })).results[
        applyId
      ]?.code,
    ).toBe('APPROVAL_NOT_FOUND');
    expect((await dean.get(queryPublishedScores, {})).total).toBe(0);
    expect((await dean.get(auditRegularScores, { keyList: [applyId], ...decision })).results[applyId]?.code).toBe(
      '200',
    );
    expect((await dean.get(queryRegularApprovals, { view: 'passed' })).rows).toMatchObject([
      { applyId, awaitsMe: false, approvalBusinessStatusName: '通过' },
    ]);
    expect((await dean.get(queryPublishedScores, {})).rows).toMatchObject([
      {
        studentName: '张三',
        studentScoreFinalValue: '86.00',
        passed: true,
        scoreRemarkName: '',
        isReExamStudentName: '',
      },
      { studentName: '李四', studentScoreFinalValue: '61.20', isReExamStudentName: '重修' },
    ]);
    // Nobody has that number: an empty page, not an error.
    expect(await dean.get(queryPublishedScores, { student: '9999' })).toMatchObject({ rows: [], total: 0 });
    const namesFor = async (browser: Browser, filter: object) =>
      (await browser.get(queryPublishedScores, filter)).rows.map(({ studentName }) => studentName);
    expect(
      await namesFor(teacher, {
        student: '2026001',
        course: '程序',
        teachingClass: '1班',
        teacher: '王',
        semesterId: '2026-2027-1',
        scoreType: '1',
        passed: '1',
        departmentId: '101',
      }),
    ).toEqual(['张三']);
    expect(await namesFor(teacher, { passed: '0' })).toEqual([]);
    for (const stranger of ['dean2', 'teacher2'])
      expect(await namesFor(await school.browser(stranger), {}), stranger).toEqual([]);
    const { bytes } = await teacher.call(exportPublishedScores, { student: '张三' });
    const [head, line, ...more] = await sheetOf(bytes);
    expect(more).toEqual([]);
    expect(Object.fromEntries(head!.map((title, index) => [String(title), line![index]]))).toMatchObject({
      学号: '2026001',
      总评成绩: 86,
      是否及格: '及格',
      成绩类型: '正考',
    });
  });

  it(
    'are exported whole, however many there are, each row as the database has it, while others are served',
    { timeout: 180_000 },
    async () => {
      // The published class, 26,000 times: more rows than any list or export ever held at most.
      await school.pool.query(`insert into ${sheetTable} select given.*
          from ${sheetTable} sheet, generate_series(1, 26000) as step (n),
      lateral jsonb_populate_record(null::${sheetTable},
        to_jsonb(sheet) || jsonb_build_object('sheet_id', 'many' || n, 'teaching_class_name', '副本' || n)) given
      where sheet.sheet_id = 'TC1.1'`);
      await school.pool.query(`insert into ${publishedTable} select given.*
          from ${publishedTable} published, generate_series(1, 26000) as step (n),
      lateral jsonb_populate_record(null::${publishedTable},
        to_jsonb(published) || jsonb_build_object('sheet_id', 'many' || n)) given
      where published.sheet_id = 'TC1.1'`);
      await school.pool.query(`insert into ${sheetRowTable} select given.*
          from ${sheetRowTable} sheet_row, generate_series(1, 26000) as step (n),
      lateral jsonb_populate_record(null::${sheetRowTable},
        to_jsonb(sheet_row) || jsonb_build_object('sheet_id', 'many' || n, 'final', n * 7 % 10001)) given
      where sheet_row.sheet_id = 'TC1.1'`);
      const { rows: expected } = await school.pool.query<{ name: string; number: string; final: number }>(
        `select sheet.teaching_class_name as name, sheet_row.student_number as number, sheet_row.final
          from ${sheetTable} sheet
          join ${sheetRowTable} sheet_row using (sheet_id) where sheet.sheet_status = '4'`,
      );
      let isOver = false;
      let served = 0;
      const others = (async () => {
        while (!isOver) {
          await dean.get(queryRegularApprovals, {});
          served += 1;
          await pause(50);
        }
      })();
      const { status, bytes } = await teacher.call(exportPublishedScores, {}).finally(() => {
        isOver = true;
      });
      await others;
      expect(status).toBe(200);
      expect(served).toBeGreaterThan(3);
      const [head = [], ...rows] = await sheetOf(bytes);
      const [name, number, final] = ['教学班', '学号', '总评成绩'].map((title) => head.indexOf(title)) as [
        number,
        number,
        number,
      ];
      expect(rows).toHaveLength(52_002);
      const shown = new Map(rows.map((row) => [`${String(row[name])} ${String(row[number])}`, row[final]]));
      expect(shown.size).toBe(52_002);
      expect(expected.filter((row) => shown.get(`${row.name} ${row.number}`) !== row.final / 100)).toEqual([]);
    },
  );
});
