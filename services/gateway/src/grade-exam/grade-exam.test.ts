import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRows, importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import {
  giveTicketsOperation,
  ownGradeExams,
  signUpForGradeExam,
  withdrawFromGradeExam,
} from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import {
  gradeExam,
  gradeExamRegistration,
  gradeExamRequirement,
  gradeExamScore,
  gradeExamSubject,
} from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { outsideSchoolScore } from '@jwxt/contracts/recognition/outside-school-score.resource.ts';
import { freeOutsideScores } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { PASSWORD, SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * Grade exams from the office's pages to the student's: sessions and subjects, who may sign up, tickets, scores; and
 * scores that come from other schools.
 */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;
/** Of unit 101, 101, 102. */
let students: Record<'S2026001' | 'S2026002' | 'S2026003', Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const codes = ['S2026001', 'S2026002', 'S2026003'] as const;
  await insertReferenceRows(
    school.pool,
    'userAccount',
    codes.map((studentCode) => ({
      userName: studentCode,
      name: studentCode,
      kind: 'student',
      password: PASSWORD,
      studentCode,
    })),
  );
  await insertReferenceRows(
    school.pool,
    'userRole',
    codes.map((userName) => ({ userName, jsbh: '08' })),
  );
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
  const [first, second, third] = await Promise.all(codes.map((code) => school.browser(code)));
  students = { S2026001: first!, S2026002: second!, S2026003: third! };
});
afterAll(() => school.stop());

async function make({ operations }: Resource, values: WireRow): Promise<string> {
  return (await office.get(operations.create, { commandId: id(), values })).key;
}
async function changed({ operations }: Resource, key: string, own: WireRow) {
  const { version, ...values } = await office.get(operations.detail, { key });
  return await office.call(operations.update, {
    commandId: id(),
    key,
    version: String(version),
    values: { ...values, ...own },
  });
}
async function change(...of: Parameters<typeof changed>): Promise<void> {
  expect(await changed(...of)).toMatchObject({ code: '200' });
}
const refusedFields = async ({ operations }: Resource, values: WireRow) =>
  (await office.call(operations.create, { commandId: id(), values })).fieldErrors;

const window = { signUpBeginTime: '2020-01-01 00:00:00', signUpEndTime: '2030-12-01 23:59:59' };
const exam = (gradeExamName: string, own: WireRow = {}): WireRow => ({
  gradeExamName,
  gradeExamType: '01',
  semesterId: SEMESTER,
  examDate: '2030-12-12',
  ...window,
  publishStatus: '1',
  ...own,
});
const subject = (gradeExamId: string, own: WireRow = {}): WireRow => ({
  gradeExamId,
  subjectCode: 'CET4',
  subjectName: '英语四级',
  fullScore: 710,
  passLine: 425,
  fee: '30',
  capacity: null,
  schoolZone: null,
  ...own,
});
const score = (gradeExamSubjectId: string, own: WireRow): WireRow => ({
  gradeExamSubjectId,
  ticketNumber: null,
  studentNumber: null,
  studentName: null,
  examDate: null,
  absentSign: '0',
  partScores: null,
  certificateNo: null,
  ...own,
});
const signUp = (student: keyof typeof students, gradeExamSubjectId: string) =>
  students[student].call(signUpForGradeExam, { commandId: id(), gradeExamSubjectId });

test('SCORE-MORE-11: an exam has a window and a state; students sign up while it is published and open', async () => {
  expect(await refusedFields(gradeExam, exam('甲', { signUpEndTime: window.signUpBeginTime }))).toEqual([
    { field: 'values.signUpEndTime', message: '报名截止应晚于报名开始' },
  ]);
  const key = await make(gradeExam, exam('窗口考试', { publishStatus: '0' }));
  expect(await refusedFields(gradeExam, exam('窗口考试'))).toEqual([
    { field: 'values.gradeExamName', message: '该学期已有同名的考试' },
  ]);
  const cet = await make(gradeExamSubject, subject(key));
  expect(await signUp('S2026001', cet)).toMatchObject({ status: 409, code: 'GRADE_EXAM_NOT_OPEN' });
  expect((await students.S2026001.get(ownGradeExams, {})).exams).toEqual([]);
  await change(gradeExam, key, { publishStatus: '1', signUpBeginTime: '2029-01-01 00:00:00' });
  expect(await signUp('S2026001', cet)).toMatchObject({
    code: 'GRADE_EXAM_CLOSED',
    message: '不在报名时间内（2029-01-01 00:00:00 至 2030-12-01 23:59:59）',
  });
  await change(gradeExam, key, window);
  // STUDENT-STATUS-03: who has not registered when there is no time left for it signs up for nothing.
  await school.pool.query(
    `insert into base.registration (registration_id, student_code, semester_id) values ('R', 'S2026001', $1)`,
    [SEMESTER],
  );
  expect(await signUp('S2026001', cet)).toMatchObject({ code: 'REGISTRATION_FIRST' });
  await school.pool.query(`update base.registration set register_status = '1'`);
  const { data } = await signUp('S2026001', cet);
  expect((await students.S2026001.get(ownGradeExams, {})).exams).toMatchObject([
    {
      gradeExamName: '窗口考试',
      gradeExamTypeName: '英语四级',
      open: true,
      subjects: [
        { subjectName: '英语四级', fee: '30', registeredNum: 1, registrationId: data.key, ticketNumber: null },
      ],
    },
  ]);
  expect((await changed(gradeExam, key, { publishStatus: '0' })).fieldErrors).toEqual([
    { field: 'values.publishStatus', message: '已有人报名，不能改回草稿，可以改为已结束' },
  ]);
  // Nobody takes back what is another's; the own one goes, once, until the window ends.
  const back = { commandId: id(), registrationId: data.key };
  expect(await students.S2026002.call(withdrawFromGradeExam, back)).toMatchObject({ status: 404 });
  await students.S2026001.get(withdrawFromGradeExam, { ...back, commandId: id() });
  const again = (await signUp('S2026001', cet)).data.key;
  await change(gradeExam, key, { signUpEndTime: '2020-02-01 00:00:00' });
  expect(await students.S2026001.call(withdrawFromGradeExam, { commandId: id(), registrationId: again })).toMatchObject(
    { code: 'GRADE_EXAM_CLOSED' },
  );
});

test('SCORE-MORE-12: a subject is one by exam, code and campus; its capacity holds when all come at once', async () => {
  const key = await make(gradeExam, exam('名额考试'));
  const cet = await make(gradeExamSubject, subject(key, { capacity: 2 }));
  expect(await refusedFields(gradeExamSubject, subject(key))).toEqual([
    { field: 'values.subjectCode', message: '该考试在这个校区已有相同代码的科目' },
  ]);
  expect(await refusedFields(gradeExamSubject, subject(key, { subjectCode: 'CET6', passLine: 711 }))).toEqual([
    { field: 'values.passLine', message: '合格线不应高于满分' },
  ]);
  const elsewhere = await make(gradeExamSubject, subject(key, { schoolZone: '1' }));
  const answers = await Promise.all((['S2026001', 'S2026002', 'S2026003'] as const).map((code) => signUp(code, cet)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '200', 'GRADE_EXAM_FULL']);
  expect(answers.find(({ code }) => code !== '200')?.message).toBe('名额已满（2 人）');
  const [inside] = Object.keys(students).filter((_code, at) => answers[at]?.code === '200');
  expect(await signUp(inside as 'S2026001', elsewhere)).toMatchObject({
    code: 'GRADE_EXAM_TWICE',
    message: '已报名“英语四级”，同一次考试的同一科目只能报名一次',
  });
  expect((await changed(gradeExamSubject, cet, { capacity: 1 })).fieldErrors).toEqual([
    { field: 'values.capacity', message: '已有 2 人报名，名额不能更少' },
  ]);
});

test('SCORE-MORE-14: who does not meet a row of conditions is told which fails, also by the office', async () => {
  const before = await make(gradeExamSubject, subject(await make(gradeExam, exam('上一次'))));
  const six = await make(
    gradeExamSubject,
    subject(await make(gradeExam, exam('下一次', { gradeExamType: '02' })), {
      subjectCode: 'CET6',
      subjectName: '英语六级',
    }),
  );
  await make(gradeExamRequirement, {
    gradeExamSubjectId: six,
    grades: ['2026'],
    studentTypes: [],
    prerequisiteSubjectId: before,
    prerequisiteScore: 425,
    maxPassedScore: null,
  });
  expect(await signUp('S2026001', six)).toMatchObject({
    code: 'GRADE_EXAM_REQUIREMENTS',
    message: '不符合报考条件：“英语四级”须达到 425 分（没有成绩）',
  });
  await signUp('S2026001', before);
  const key = await make(
    gradeExamScore,
    score(before, { studentNumber: '2026001', studentName: '张三', scoreValue: '424.5' }),
  );
  const reason = '不符合报考条件：“英语四级”须达到 425 分（最高 424.5 分）';
  expect(await signUp('S2026001', six)).toMatchObject({ message: reason });
  expect(
    await refusedFields(gradeExamRegistration, {
      gradeExamSubjectId: six,
      studentCode: 'S2026001',
      ticketNumber: null,
    }),
  ).toEqual([{ field: 'values.studentCode', message: reason }]);
  await change(gradeExamScore, key, { scoreValue: '425' });
  expect(await signUp('S2026001', six)).toMatchObject({ code: '200' });
  expect(await refusedFields(gradeExamRequirement, { gradeExamSubjectId: six, grades: [], studentTypes: [] })).toEqual([
    { field: 'values.grades', message: '请至少填写一项条件' },
  ]);
});

test('SCORE-MORE-13: scores come in by ticket number, or student number and name; others are bad rows', async () => {
  const key = await make(gradeExam, exam('成绩考试'));
  const cet = await make(gradeExamSubject, subject(key));
  for (const code of ['S2026001', 'S2026002', 'S2026003'] as const) await signUp(code, cet);
  expect(await office.call(giveTicketsOperation, { commandId: id(), gradeExamId: key })).toMatchObject({
    code: 'GRADE_EXAM_STILL_OPEN',
  });
  await change(gradeExam, key, { signUpEndTime: '2026-01-01 00:00:00' });
  expect(await office.get(giveTicketsOperation, { commandId: id(), gradeExamId: key })).toEqual({ given: 3 });
  expect(await office.get(giveTicketsOperation, { commandId: id(), gradeExamId: key })).toEqual({ given: 0 });
  const exported = await office.call(gradeExamRegistration.operations.exportExcel, { gradeExamSubjectId: cet });
  const rows = (await readXlsx(exported.bytes)).sheets[0]!.rows.map((row) => row.map(String));
  const at = (header: string): number => rows[0]!.indexOf(header);
  expect(rows.slice(1).map((row) => [row[at('学号')], row[at('准考证号')]])).toEqual([
    ['2026001', '20301212CET400001'],
    ['2026002', '20301212CET400002'],
    ['2026003', '20301212CET400003'],
  ]);
  // A unit sees its own.
  expect(await clerk.get(gradeExamRegistration.operations.query, { gradeExamSubjectId: cet })).toMatchObject({
    total: 2,
  });
  const { create }: Resource['operations'] = gradeExamScore.operations;
  expect(await clerk.call(create, { commandId: id(), values: {} })).toMatchObject({ status: 403 });

  const { importFile, again } = importing();
  const head = ['考试科目', '准考证号', '学号', '姓名', '成绩', '分项成绩', '缺考'];
  const file = [
    head,
    ['成绩考试 英语四级', '20301212CET400001', '', '', '425', '听力 150', ''],
    ['成绩考试 英语四级', '', '2026002', '李四', '0', '', '是'],
    ['成绩考试 英语四级', '20301212CET499999', '', '', '500', '', ''],
    ['成绩考试 英语四级', '', '2026003', '王二', '500', '', ''],
  ];
  const done = await importFile(file);
  expect(done).toMatchObject({ stored: 2, refused: 2, run: { status: longJobStatus.done } });
  const { list } = await office.get(importRows, { runId: done.runId, state: 'failed' });
  expect(list.map(({ rowNo, message }) => [rowNo, message])).toEqual([
    [4, '准考证号：这个科目没有该准考证号的报名'],
    [5, '姓名：与报名不符，报名的是“王五”'],
  ]);
  expect(await again(file.slice(0, 3))).toMatchObject({ added: 0, changed: 0, unchanged: 2, wrong: 0 });

  const { rows: scores } = await clerk.get(gradeExamScore.operations.query, { gradeExamSubjectId: cet });
  expect(scores).toMatchObject([
    { studentName: '张三', studentNumber: '2026001', ticketNumber: '20301212CET400001', passSignName: '合格' },
    { studentName: '李四', ticketNumber: '20301212CET400002', passSignName: '不合格', absentSign: '1' },
  ]);
  // The pass line is the subject's, also when it moves.
  await change(gradeExamSubject, cet, { passLine: 430 });
  expect((await students.S2026001.get(ownGradeExams, {})).scores).toContainEqual(
    expect.objectContaining({ gradeExamName: '成绩考试', scoreValue: '425', passSign: '0', examDate: '2030-12-12' }),
  );
  expect((await students.S2026003.get(ownGradeExams, {})).scores).toEqual([]);
  expect(await refusedFields(gradeExamScore, score(cet, { scoreValue: '1', studentNumber: '2026003' }))).toEqual([
    { field: 'values.ticketNumber', message: '请填写准考证号，或学号和姓名' },
  ]);
});

test('SCORE-MORE-31: a unit keeps scores that its students bring from other schools, and can pick them', async () => {
  const { create }: Resource['operations'] = outsideSchoolScore.operations;
  const values = {
    studentCode: 'S2026002',
    outSchoolName: '东湖理工大学',
    outSchoolScoreType: '1',
    outCourseName: '离散数学',
    outCourseCredit: '4.5',
    outScoreCognizanceFinalValue: '85',
  };
  const { key } = await clerk.get(create, { commandId: id(), values });
  const elsewhere = { ...values, studentCode: 'S2026003' };
  expect(await clerk.call(create, { commandId: id(), values: elsewhere })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await refusedFields(outsideSchoolScore, values)).toEqual([
    { field: 'values.studentCode', message: '该学生已有这个学校、课程和学期的成绩' },
  ]);
  expect(await clerk.call(freeOutsideScores, { studentId: 'S2026003' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  const { studentCode: _, ...told } = values;
  expect((await clerk.get(freeOutsideScores, { studentId: 'S2026002' })).list).toMatchObject([
    { ...told, outSchoolScoreId: key, outCourseCode: '', outSemesterId: '' },
  ]);
});

/** Files of scores as the office brings them. */
function importing() {
  const { operations } = gradeExamScore.imports!;
  const preview = async (lines: string[][]) => {
    const file = Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`);
    const { data, message } = await office.call(operations.preview, { fileName: '成绩.csv' }, { file });
    expect(data, message).toBeDefined();
    return data;
  };
  return {
    again: async (lines: string[][]) => (await preview(lines)).counts,
    async importFile(lines: string[][]) {
      const { runId } = await preview(lines);
      await office.get(operations.run, { commandId: id(), runId, whole: '0' });
      await expect
        .poll(async () => (await office.get(importRunDetail, { runId })).run?.status, { interval: 50 })
        .toSatisfy((status) => status !== longJobStatus.queued && status !== longJobStatus.running);
      return await office.get(importRunDetail, { runId });
    },
  };
}
