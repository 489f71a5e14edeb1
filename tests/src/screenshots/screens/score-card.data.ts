import { auditCourses, auditStudents } from '@jwxt/contracts/audit/audit.operations.ts';
import { printTranscript, transcriptPrints } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { VERIFY_PATH } from '@jwxt/contracts/score-card/transcript.ts';
import { randomUUID } from 'node:crypto';
import { at, press, type Screen } from '../screen.ts';
import type { Stage } from '../stage.ts';

const path = at('scoreManage', 'scoreQuery');

/** Of the first students the one with scores of the most courses. */
async function studentOf(stage: Stage): Promise<string> {
  const auditor = await stage.person('auditor1');
  const { list } = await auditor.call(auditStudents, { keyword: '', pageSize: 20 });
  const counted = await Promise.all(
    list.map(async ({ studentNumber, studentCode }) => ({
      studentCode,
      courses: (await auditor.call(auditCourses, { studentCode: studentNumber })).list.length,
    })),
  );
  const [most] = counted.toSorted((a, b) => b.courses - a.courses);
  if (!most) throw new Error('no student has a score');
  return most.studentCode;
}

const cardOf = async (stage: Stage): Promise<string> => `${path}?studentCode=${await studentOf(stage)}`;

/** Where a printed transcript is checked; one is printed when there is none. */
async function verifyAddress(stage: Stage): Promise<string> {
  const [office, studentCode] = [await stage.person('office1'), await studentOf(stage)];
  const [printed] = (await office.call(transcriptPrints, { studentCode })).list;
  const { code } =
    printed ??
    (await office.call(printTranscript, {
      studentCode,
      language: 'zh',
      allAttempts: '0',
      reason: '求职',
      commandId: randomUUID(),
    }));
  return `${VERIFY_PATH}/${code}`;
}

/** A student's scores, transcripts, and how a stranger checks one. */
export const scoreCardScreens: readonly Screen[] = [
  { file: 'transcript-verify', title: '成绩单核对', person: null, path: VERIFY_PATH },
  {
    file: 'transcript-genuine',
    title: '成绩单核对：真实',
    person: null,
    path: `${VERIFY_PATH}/:code`,
    address: verifyAddress,
  },
  {
    file: 'transcript-unknown',
    title: '成绩单核对：未查到',
    person: null,
    path: `${VERIFY_PATH}/:code`,
    address: () => Promise.resolve(`${VERIFY_PATH}/ABCDEFGHJKLMNPQR`),
  },
  { file: 'score-card-empty', title: '学生成绩：未选学生', person: 'office1', path },
  {
    file: 'score-card',
    title: '学生成绩',
    person: 'office1',
    path: `${path}?studentCode=:studentCode`,
    address: cardOf,
  },
  {
    file: 'score-card-dark',
    title: '学生成绩（深色）',
    person: 'office1',
    path: `${path}?studentCode=:studentCode`,
    address: cardOf,
    dark: true,
  },
  {
    file: 'score-card-rules',
    title: '学生成绩：计算规则',
    person: 'office1',
    path: `${path}?studentCode=:studentCode`,
    address: cardOf,
    eachSize: true,
    prepare: (page) => page.getByRole('button', { name: /^计算规则/ }).click(),
  },
  {
    file: 'score-card-progress',
    title: '学生成绩：另一侧',
    person: 'office1',
    path: `${path}?studentCode=:studentCode&side=progress`,
    address: async (stage) => `${await cardOf(stage)}&side=progress`,
  },
  {
    file: 'transcript-print',
    title: '打印成绩单',
    person: 'office1',
    path: `${path}?studentCode=:studentCode`,
    address: cardOf,
    prepare: press('打印成绩单'),
  },
];
