import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { ownScores } from '@jwxt/contracts/home/home.operations.ts';
import {
  printTranscript,
  scoreCard,
  scoreCardExport,
  transcriptFile,
  transcriptPrints,
  verifyTranscript,
} from '@jwxt/contracts/score-card/score-card.operations.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { courseBinding } from '@jwxt/contracts/score-setting/course-binding.resource.ts';
import { scoreCoefficient } from '@jwxt/contracts/score-setting/score-coefficient.resource.ts';
import { scoreQueryControl } from '@jwxt/contracts/score-setting/score-query-control.resource.ts';
import { scorePrintTemplate } from '@jwxt/contracts/score-card/score-print-template.resource.ts';
import { studentExtraScore } from '@jwxt/contracts/score-card/student-extra-score.resource.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { attemptTable, otherRules, printTemplate, recordAttempt, type Recorder } from './score-card.fixture.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { startSchool, type School } from '../testing/school.ts';
import { SEMESTER } from '../testing/school.data.ts';

const sheetRowTable = readModelTable(scoreSheetModel, 'row');

let school: School;
let office: Browser;
let visitor: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await insertReferenceRows(school.pool, 'scoreRules', otherRules);
  await school.pool.query(`update base.department set dwywmc = 'School of Computer Science' where dwmc = '计算机学院'`);
  await school.pool.query(`update base.course set kcywmc = 'Fundamentals of Programming' where kch = 'K1'`);
  await addAttempt('A1', 'S2026001', 'K1', 5200, '01');
  await addAttempt('A2', 'S2026001', 'K1', 6000, '11', 7450);
  await addAttempt('A3', 'S2026001', 'K2', 9000, '01');
  await addAttempt('A4', 'S2026003', 'K2', 7700, '01');
  [office, visitor] = [await school.browser('office1'), await school.browser()];
});
afterAll(() => school.stop());

const addAttempt: Recorder = (...given) => recordAttempt(school, ...given);

const print = (
  browser: Browser,
  given: {
    studentCode?: string;
    language?: 'zh' | 'en';
    allAttempts?: '0' | '1';
    reason?: string;
    printTemplateId?: string;
  } = {},
) =>
  browser.call(printTranscript, {
    commandId: crypto.randomUUID(),
    studentCode: 'S2026001',
    language: 'zh',
    allAttempts: '0',
    reason: '升学',
    ...given,
  });

describe('a score card', () => {
  // SCORE-MORE-48
  it('every attempt by semester, which counts and why, credits, GPA and what is still open', async () => {
    const card = await office.get(scoreCard, { studentCode: 'S2026001' });
    expect(card.student).toMatchObject({
      studentName: '张三',
      departmentName: '计算机学院',
      gradeName: '2026级',
      statusName: '在读',
    });
    expect(card.totals).toEqual({
      earnedCredit: '8.0',
      failedCredit: '0.0',
      inProgressCredit: '4.0',
      extraCredit: '0.0',
      gpaCredit: '8.0',
      passedNum: 2,
      failedNum: 0,
      inProgressNum: 1,
      gpa: '2.50',
      weightedAverage: '75.00',
    });
    expect(card.semesters).toHaveLength(1);
    expect(
      card.semesters[0]!.rows.map(({ courseNum, examNatureName, finalName, counts, why, point }) => [
        courseNum,
        examNatureName,
        finalName,
        counts,
        why,
        point,
      ]),
    ).toEqual([
      ['COMP1001', '正常考试', '52.00', false, '未及格，已有及格成绩', null],
      ['COMP1001', '补考一', '60.00', true, '补考及格按 60 分计（卷面 74.5），最高分有效', '1.00'],
      ['MATH1001', '正常考试', '90.00', true, '首次考试成绩', '4.00'],
    ]);
    expect(card.byAttribute).toEqual([
      {
        courseAttribute: '1',
        courseAttributeName: '必修',
        courseNum: 2,
        passedNum: 2,
        failedNum: 0,
        earnedCredit: '8.0',
        failedCredit: '0.0',
      },
    ]);
    expect(card.inProgress.map(({ courseNum }) => courseNum)).toEqual(['COMP1001', 'COMP2001']);
  });

  it('SCORE-MORE-46: of equivalent courses the best score counts, once; two courses are bound once', async () => {
    const { create, update, detail } = courseBinding.operations;
    const pair = { bindType: '5', mainCourseId: 'K1', boundCourseId: 'K2', sfqy: '1' } as const;
    const values = { ...pair, grades: ['2026'] };
    const bind = (change: object = {}) =>
      office.call(create, { commandId: crypto.randomUUID(), values: { ...values, ...change } });
    const { data } = await bind();
    expect((await bind({ mainCourseId: 'K2', boundCourseId: 'K1' })).fieldErrors).toEqual([
      { field: 'values.boundCourseId', message: '这两门课程已经绑定' },
    ]);
    expect((await bind({ boundCourseId: 'K1' })).fieldErrors).toMatchObject([{ field: 'values.boundCourseId' }]);
    const card = await office.get(scoreCard, { studentCode: 'S2026001' });
    expect(card.totals).toMatchObject({ earnedCredit: '4.0', passedNum: 1, gpa: '4.00', weightedAverage: '90.00' });
    const instead = '与本课程等效的“高等数学”为有效成绩，不重复计';
    expect(card.semesters[0]!.rows.map(({ courseNum, counts, why }) => [courseNum, counts, why])).toEqual([
      ['COMP1001', false, instead],
      ['COMP1001', false, instead],
      ['MATH1001', true, '首次考试成绩'],
    ]);
    const { version } = await office.get(detail, { key: data.key });
    const stopped = { ...values, sfqy: '0' } as const;
    await office.get(update, { commandId: crypto.randomUUID(), key: data.key, version, values: stopped });
    expect((await office.get(scoreCard, { studentCode: 'S2026001' })).totals.earnedCredit).toBe('8.0');
  });

  it('SCORE-MORE-35: it is computed by the published version for the grade, and says which', async () => {
    expect((await office.get(scoreCard, { studentCode: 'S2026001' })).rules).toMatchObject({
      ruleVersion: '2020-1',
      effectiveRuleName: '最高分有效',
      gpaRuleName: '4.0制',
    });
    await insertReferenceRows(school.pool, 'grade', [{ njdm: '2027', njmc: '2027级', sfzx: '1' }]);
    await school.pool.query(`update base.student set njdm = '2027' where student_code = 'S2026003'`);
    const card = await office.get(scoreCard, { studentCode: 'S2026003' });
    expect(card.rules).toMatchObject({
      ruleVersion: '2027-1',
      gpaRuleName: '5.0制',
      gpaRuleText: '成绩≥60：绩点=（成绩−50）÷10；60分以下绩点为0',
    });
    expect(card.totals.gpa).toBe('2.70');
  });

  it('SCORE-MORE-19: coefficients weigh credits and points, and the card says how; stopped ones do not', async () => {
    const { create, detail, update } = scoreCoefficient.operations;
    const commandId = () => crypto.randomUUID();
    const none = { courseId: null, courseNature: null, courseAttribute: null, examNature: null };
    const rest = { beginSemesterId: null, sfqy: '1' as const };
    const values = { ...none, ...rest, courseId: 'K2', coefficient: '1.5' };
    const { key } = await office.get(create, { commandId: commandId(), values });
    const makeup = { ...none, ...rest, examNature: '11', coefficient: '0.8' };
    const other = await office.get(create, { commandId: commandId(), values: makeup });
    const card = await office.get(scoreCard, { studentCode: 'S2026001' });
    expect(card.totals).toMatchObject({ gpa: '2.72', weightedAverage: '78.00', earnedCredit: '8.0', gpaCredit: '8.0' });
    expect(card.semesters[0]).toMatchObject({
      gpa: '2.72',
      rows: [
        {},
        { point: '0.80', why: expect.stringMatching(/，绩点系数 0.80$/) },
        { point: '4.00', why: '首次考试成绩，学分系数 1.50' },
      ],
    });
    expect(card.rules.coefficientText).toMatch(/ 1.50（学分）.*补考一 0.80（绩点）/);
    expect(await office.call(create, { commandId: commandId(), values })).toMatchObject({
      fieldErrors: [{ message: '同一对象和起始学期已有系数' }],
    });
    expect(
      await office.call(create, { commandId: commandId(), values: { ...values, examNature: '11' } }),
    ).toMatchObject({ fieldErrors: [{ field: 'values.examNature' }] });
    for (const [row, was] of [
      [key, values],
      [other.key, makeup],
    ] as const) {
      const { version } = await office.get(detail, { key: row });
      await office.get(update, { commandId: commandId(), key: row, version, values: { ...was, sfqy: '0' } });
    }
    expect(await office.get(scoreCard, { studentCode: 'S2026001' })).toMatchObject({
      totals: { gpa: '2.50' },
      rules: { coefficientText: '' },
    });
  });

  it('SCORE-MORE-35: a published version never changes', async () => {
    await expect(
      school.pool.query(`update base.score_rules set gpa_rule = 'GPA50' where rule_version = '2020-1'`),
    ).rejects.toThrow(/published/);
    await expect(
      school.pool.query(`update base.score_rules set publish_status = '0' where rule_version = '2020-1'`),
    ).rejects.toThrow(/published/);
    await school.pool.query(`update base.score_rules set gpa_rule = 'GPA40' where rule_version = '2028-1'`);
  });

  it('only students in scope; a student sees his own', async () => {
    const [clerk, dean2, student] = await Promise.all([
      school.browser('clerk1'),
      school.browser('dean2'),
      school.browser('student1'),
    ]);
    expect((await clerk.get(scoreCard, { studentCode: 'S2026001' })).student.studentName).toBe('张三');
    expect(await clerk.call(scoreCard, { studentCode: 'S2026003' })).toMatchObject({
      status: 404,
      code: 'SCORE_CARD_NO_STUDENT',
    });
    expect(await dean2.call(scoreCard, { studentCode: 'S2026001' })).toMatchObject({ status: 404 });
    expect((await student.get(scoreCard, { studentCode: 'S2026001' })).totals.gpa).toBe('2.50');
    expect(await student.call(scoreCard, { studentCode: 'S2026003' })).toMatchObject({ status: 404 });
    for (const name of ['teacher1', 'admin'])
      expect(await (await school.browser(name)).call(scoreCard, { studentCode: 'S2026001' }), name).toMatchObject({
        code: 'FORBIDDEN',
      });
    expect(await office.call(scoreCard, { studentCode: '' })).toMatchObject({
      fieldErrors: [{ field: 'studentCode', message: '请先选择学生再操作' }],
    });
  });

  it('as of a moment before anything was recorded there is nothing', async () => {
    const past = await office.get(scoreCard, { studentCode: 'S2026001', asOf: '2020-01-01 00:00:00' });
    expect(past).toMatchObject({
      asOf: '2020-01-01 00:00:00',
      semesters: [],
      totals: { gpa: '-', earnedCredit: '0.0' },
    });
    expect(await office.call(scoreCard, { studentCode: 'S2026001', asOf: 'yesterday' })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('is exported as a workbook', async () => {
    const answer = await office.call(scoreCardExport, { studentCode: 'S2026001' });
    expect(answer.status).toBe(200);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('成绩总表_2026001_张三.xlsx');
    expect(await (await school.browser('auditor1')).call(scoreCardExport, { studentCode: 'S2026001' })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a transcript', () => {
  it('SCORE-MORE-48: is printed once for a command, kept with who and why, and given as a PDF', async () => {
    const command = {
      commandId: crypto.randomUUID(),
      studentCode: 'S2026001',
      language: 'en' as const,
      allAttempts: '1' as const,
      reason: '出国申请',
    };
    const { code } = await office.get(printTranscript, command);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
    expect((await office.get(printTranscript, command)).code).toBe(code);
    const { list } = await office.get(transcriptPrints, { studentCode: 'S2026001' });
    expect(list).toMatchObject([
      {
        code,
        language: 'en',
        allAttempts: '1',
        reason: '出国申请',
        printedBy: '钱办公',
        ruleVersion: '2020-1',
        courseNum: 2,
        gpa: '2.50',
      },
    ]);
    const {
      rows: [kept],
    } = await school.pool.query<{ student: object }>(
      `select content->'student' as student from base.transcript_print where code = $1`,
      [code],
    );
    expect(kept!.student).toMatchObject({
      departmentName: '计算机学院',
      departmentEnglishName: 'School of Computer Science',
      majorEnglishName: '',
      gradeCode: '2026',
    });
    expect(list[0]!.dataVersion).toMatch(/^-?\d+\/-?\d+$/);
    const [one, again] = [await office.call(transcriptFile, { code }), await office.call(transcriptFile, { code })];
    expect([one.status, one.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(Number(one.headers['content-length'])).toBe(Number(again.headers['content-length']));
    expect(
      (
        await school.pool.query(
          `select after->>'reason' as reason from base.operation_log where resource = 'transcript' and key = $1`,
          [code],
        )
      ).rows,
    ).toEqual([{ reason: '出国申请' }]);
  });

  it('names no address that a request brought: the one that is set up, or none, and the office is told', async () => {
    const { code } = (await print(office)).data;
    const paper = async (): Promise<string> =>
      pdfTexts(
        (
          await office.call(
            transcriptFile,
            { code },
            { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
          )
        ).bytes,
      )
        .flat()
        .join('\n');
    expect(await paper()).not.toMatch(/evil\.example|https?:/);
    expect((await office.get(transcriptPrints, { studentCode: 'S2026001' })).verifySite).toBeNull();
    await school.pool.query(
      `update base.parameter set para_value = 'https://jw.example.edu.cn/' where param_code = 'CJ_YZDZ'`,
    );
    expect(await paper()).toContain('https://jw.example.edu.cn/verify');
    expect((await office.get(transcriptPrints, { studentCode: 'S2026001' })).verifySite).toBe(
      'https://jw.example.edu.cn',
    );
    await school.pool.query(`update base.parameter set para_value = '' where param_code = 'CJ_YZDZ'`);
  });

  it('needs a reason, a student in scope with scores, and the permission to print', async () => {
    expect(await print(office, { reason: ' ' })).toMatchObject({ fieldErrors: [{ field: 'reason', message: '必填' }] });
    expect(await print(office, { studentCode: 'S2026002' })).toMatchObject({ code: 'TRANSCRIPT_EMPTY' });
    const [clerk, dean] = await Promise.all([school.browser('clerk1'), school.browser('dean1')]);
    expect(await print(clerk, { studentCode: 'S2026003' })).toMatchObject({ code: 'SCORE_CARD_NO_STUDENT' });
    expect(await print(dean)).toMatchObject({ code: 'FORBIDDEN' });
    const {
      data: { code },
    } = await print(office, { studentCode: 'S2026003' });
    expect(await clerk.call(transcriptFile, { code })).toMatchObject({ code: 'SCORE_CARD_NO_STUDENT' });
  });

  it('is confirmed to whoever has its code, without a session or telling more than the paper outlines', async () => {
    const { code } = (await print(office)).data;
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)} ${code.slice(8)}`;
    const seen = await visitor.get(verifyTranscript, { code: typed });
    expect(seen).toMatchObject({
      code,
      studentName: '张*',
      studentNumber: '202**01',
      courseNum: 2,
      earnedCredit: '8.0',
      gpa: '2.50',
      gpaRuleName: '4.0制',
      same: true,
      changedNum: 0,
    });
    expect(seen.printedAt.slice(0, 10)).toBe(toDateTimeText(new Date()).slice(0, 10));
    expect(JSON.stringify(seen)).not.toMatch(/张三|2026001|升学/);
  });

  it('no longer says what is true once a score has changed, and again when it has changed back', async () => {
    const { code } = (await print(office)).data;
    const change = (final: number) =>
      school.pool.query(
        `update ${attemptTable} set final = $1::int, final_name = to_char($1::int / 100.0, 'FM990.00')
          where attempt_id = 'A3'`,
        [final],
      );
    await change(8400);
    expect(await visitor.get(verifyTranscript, { code })).toMatchObject({ same: false, changedNum: 1, gpa: '2.50' });
    await change(9000);
    expect(await visitor.get(verifyTranscript, { code })).toMatchObject({ same: true, changedNum: 0 });
  });

  it('SCORE-MORE-37: is printed by a template of its language, which it keeps; else by the default', async () => {
    const { create } = scorePrintTemplate.operations;
    const add = (change: object) =>
      office.get(create, { commandId: crypto.randomUUID(), values: { ...printTemplate, ...change } });
    await add({});
    const { key: printTemplateId } = await add({ printTemplateName: '存档用', title: null, showFailed: '1' });
    const texts = async (code: string) => pdfTexts((await office.call(transcriptFile, { code })).bytes).join('\n');
    const { code } = (await print(office, { allAttempts: '1' })).data;
    // The second default has taken the place of the first.
    expect(await texts(code)).toContain('52.00');
    expect((await office.get(transcriptPrints, { studentCode: 'S2026001' })).list[0]).toMatchObject({
      templateName: '存档用',
    });
    const { rows } = await office.get(scorePrintTemplate.operations.query, { printType: '1', pageNo: 1, pageSize: 10 });
    const first = rows.find(({ printTemplateName }) => printTemplateName === '求职用')!;
    expect([first.isDefault, rows.length]).toEqual(['0', 2]);
    const chosen = { printTemplateId: String((first as Record<string, unknown>)['printTemplateId']) };
    const printed = await print(office, { allAttempts: '1', ...chosen });
    const page = await texts(printed.data.code);
    expect(page).toContain('学业成绩证明');
    expect(page).toContain('仅供求职');
    expect(page).not.toContain('52.00');
    expect(await visitor.get(verifyTranscript, { code: printed.data.code })).toMatchObject({ same: true });
    expect(await print(office, { language: 'en', printTemplateId })).toMatchObject({
      fieldErrors: [{ field: 'printTemplateId' }],
    });
  });

  it('a wrong code says so', async () => {
    expect(await visitor.call(verifyTranscript, { code: 'ABCDEFGHJKLMNPQR' })).toMatchObject({
      status: 404,
      code: 'TRANSCRIPT_UNKNOWN',
    });
    expect(await visitor.call(verifyTranscript, { code: 'ABC' })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ message: '验证码为 16 位字母和数字' }],
    });
  });
});

// SCORE-MORE-40: these leave the rows of 成绩查询控制 as each needs them.
describe('a student’s own scores', () => {
  const { create, update, detail, query } = scoreQueryControl.operations;
  const now = Date.now();
  const around = (days: number): string => toDateTimeText(new Date(now + days * 86_400_000));
  const values = {
    semesterId: SEMESTER,
    scoreType: '1',
    beginTime: around(-1),
    endTime: null,
    grades: [] as string[],
    departmentId: null as string | null,
    needEvaluate: '0',
    showItems: '0',
    sfqy: '1',
  } as const;
  const open = (change: object = {}) =>
    office.call(create, { commandId: crypto.randomUUID(), values: { ...values, ...change } });
  let student: Browser;
  beforeAll(async () => {
    student = await school.browser('student1');
  });
  beforeEach(() => school.pool.query('delete from base.score_query_control'));

  /** What the home and the card say, which is the same, and the sums of what is shown. */
  const seen = async () => {
    const [home, card] = [await student.get(ownScores, {}), await student.get(scoreCard, {})];
    expect(card.student.studentCode).toBe('S2026001');
    expect(card.withheld).toEqual(home.withheld);
    expect(card.totals).toMatchObject({ passedNum: home.passedNum, failedNum: home.failedNum });
    expect(card.semesters.flatMap(({ rows }) => rows).length).toBe(home.rows.length);
    return { scores: home.rows.length, why: home.withheld.map(({ text }) => text), card };
  };
  const name = '2026-2027学年第一学期正考成绩';

  it('SCORE-MORE-40: without a row they are closed, and nothing tells them; staff see them all the same', async () => {
    const closed = await seen();
    expect([closed.scores, closed.why]).toEqual([0, [`${name}尚未开放查询`]]);
    expect(closed.card.totals).toMatchObject({ gpa: '-', earnedCredit: '0.0' });
    expect(await print(student)).toMatchObject({ code: 'TRANSCRIPT_EMPTY' });
    // What the office has printed is the office's.
    const { list } = await office.get(transcriptPrints, { studentCode: 'S2026001' });
    expect(list.length).toBeGreaterThan(0);
    expect((await student.get(transcriptPrints, { studentCode: 'S2026001' })).list).toEqual([]);
    expect(await student.call(transcriptFile, { code: list[0]!.code })).toMatchObject({ code: 'TRANSCRIPT_UNKNOWN' });
    const card = await office.get(scoreCard, { studentCode: 'S2026001' });
    expect([card.withheld, card.semesters[0]!.rows.length]).toEqual([[], 3]);
    // No moment of the past is open either.
    expect(await student.get(scoreCard, { studentCode: 'S2026001', asOf: toDateTimeText(new Date()) })).toMatchObject({
      semesters: [],
    });
  });

  it('SCORE-MORE-40: the narrowest row holds, unit before grade; it says from and till when', async () => {
    await open();
    expect(await seen()).toMatchObject({ scores: 3, why: [] });
    await open({ grades: ['2026'], beginTime: around(-9), endTime: around(-2) });
    expect((await seen()).why).toEqual([`${name}的查询已于 ${around(-2).slice(0, 16)} 结束`]);
    await open({ departmentId: '101', beginTime: around(2) });
    expect(await seen()).toMatchObject({
      scores: 0,
      why: [`${name}尚未开放查询，将于 ${around(2).slice(0, 16)} 开放`],
    });
    await open({ departmentId: '101', grades: ['2026'] });
    expect(await seen()).toMatchObject({ scores: 3 });
    await open({ departmentId: '102', grades: ['2026'], sfqy: '0' });
    expect((await open()).fieldErrors).toEqual([
      { field: 'values.semesterId', message: '同一学期、成绩类型和范围已有查询控制' },
    ]);
    expect((await open({ scoreType: '2', endTime: around(-3) })).fieldErrors).toEqual([
      { field: 'values.endTime', message: '结束时间应晚于开放时间' },
    ]);
    const { code } = (await print(student)).data;
    expect((await student.get(transcriptPrints, { studentCode: 'S2026001' })).list).toMatchObject([{ code }]);
  });

  it('SCORE-MORE-40: who owes evaluations reads how many, unless the school asks for none', async () => {
    const { key } = (await open({ needEvaluate: '1' })).data;
    await insertReferenceRows(school.pool, 'evaluationTask', [
      { taskId: 'E1', userName: 'student1', teachingClassId: 'TC1', status: '0' },
      { taskId: 'E2', userName: 'student1', teachingClassId: 'TC2', status: '1' },
    ]);
    expect(await seen()).toMatchObject({ scores: 0, why: [`${name}须先完成评教，还有评教 1 条`] });
    const asks = (value: string) =>
      school.pool.query(`update base.parameter set para_value = $1 where param_code = 'CJ_CKPJ'`, [value]);
    await asks('0');
    expect(await seen()).toMatchObject({ scores: 3 });
    await asks('1');
    await school.pool.query(`update base.evaluation_task set status = '1'`);
    expect(await seen()).toMatchObject({ scores: 3, why: [] });
    const { version } = await office.get(detail, { key });
    const stopped = { ...values, needEvaluate: '1', sfqy: '0' } as const;
    await office.get(update, { commandId: crypto.randomUUID(), key, version, values: stopped });
    expect(await seen()).toMatchObject({ scores: 0 });
  });

  it('SCORE-MORE-40: items are shown where the row says so; the unit reads the rows and writes none', async () => {
    await school.pool.query(
      `update ${attemptTable} set teaching_class_id = 'TC1', score_type = '1' where attempt_id = 'A1'`,
    );
    await school.pool.query(
      `insert into ${sheetRowTable} (sheet_id, student_code, student_number, student_name, cells, cell_info,
          remark_code, final, passed, complete, published, retaking)
        values ('TC1.1', 'S2026001', '', '', $1, '{}', '00', 5200, false, true, true, false)`,
      [{ ps: 700, qm: 400 }],
    );
    const itemsOf = async () =>
      (await student.get(ownScores, {})).rows.find(({ attemptId }) => attemptId === 'A1')?.items;
    await open({ showItems: '1' });
    const items = await itemsOf();
    expect(items?.map(({ value }) => value)).toEqual(['70.0', '40.0']);
    await school.pool.query(`update base.score_query_control set show_items = '0'`);
    expect(await itemsOf()).toEqual([]);
    const clerk = await school.browser('clerk1');
    expect((await clerk.get(query, {})).rows).toMatchObject([{ semesterId: SEMESTER, scoreTypeName: '正考' }]);
    expect(await clerk.call(create, { commandId: crypto.randomUUID(), values })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('SCORE-MORE-38: scores outside classes, kept by the office, on card and transcript', async () => {
  const operations: Resource['operations'] = studentExtraScore.operations;
  const values = {
    studentCode: 'S2026001',
    semesterId: SEMESTER,
    extraName: '军事训练',
    credit: '2',
    scoreHierarchyCode: 'ejz',
    scoreValue: '80',
    scoreRemarkCode: '00',
    inTranscript: '1',
  };
  const create = (change: object = {}, browser = office) =>
    browser.call(operations.create, { commandId: crypto.randomUUID(), values: { ...values, ...change } });
  expect(await create({ scoreRemarkCode: '08' })).toMatchObject({
    fieldErrors: [{ field: 'values.scoreValue', message: '备注为免考时成绩为 60' }],
  });
  expect(await create({ scoreRemarkCode: '01' })).toMatchObject({
    fieldErrors: [{ field: 'values.scoreValue', message: '备注为缓考时没有成绩' }],
  });
  expect(await create({}, await school.browser('clerk1'))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await create()).toMatchObject({ code: '200' });
  expect(await create()).toMatchObject({ fieldErrors: [{ field: 'values.studentCode' }] });
  expect(
    await create({ extraName: '院内竞赛', credit: '1', scoreHierarchyCode: null, inTranscript: '0' }),
  ).toMatchObject({
    code: '200',
  });
  await school.pool.query(
    `insert into base.student_extra_score (student_extra_score_id, student_code, semester_id, extra_name, credit,
        source_type, apply_id) values ('E9', 'S2026001', $1, '创新学分', 10, '4', 'A9')`,
    [SEMESTER],
  );

  const listed = await (await school.browser('clerk1')).get(operations.query, {});
  expect(listed.rows.map((row) => [row['extraName'], row['credit'], row['sourceTypeName']])).toEqual([
    ['军事训练', '2', '录入'],
    ['创新学分', '1', '变更'],
    ['院内竞赛', '1', '录入'],
  ]);
  expect((await (await school.browser('dean2')).get(operations.query, {})).total).toBe(0);
  const { version } = listed.rows[1]!;
  const decided = { commandId: crypto.randomUUID(), key: 'E9', version: String(version), values };
  expect(await office.call(operations.update, decided)).toMatchObject({
    code: 'RESOURCE_KEPT',
    message: '“创新学分”来自申请，不能修改和删除',
  });

  const card = await (await school.browser('student1')).get(scoreCard, { studentCode: 'S2026001' });
  expect(card.totals.extraCredit).toBe('4.0');
  expect(card.extra.map(({ extraName, valueName }) => [extraName, valueName])).toContainEqual(['军事训练', '合格']);
  const printed = await print(office);
  const { code } = (printed as unknown as { data: { code: string } }).data;
  const texts = pdfTexts((await office.call(transcriptFile, { code })).bytes).join('\n');
  expect(texts).toContain('军事训练');
  expect(texts).toContain('创新学分');
  expect(texts).not.toContain('院内竞赛');
});
