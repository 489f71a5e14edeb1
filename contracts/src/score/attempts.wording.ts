import { because, line, studentOf, type Wording } from '../kernel/event-words.ts';
import { pairsText } from '../recognition/recognition.wording.ts';
import type { AttemptsEvent } from './attempts.events.ts';
import { attemptSource } from './score.vocabulary.ts';
import { formatDecimal } from '../kernel/number-text.ts';

const natures: Record<string, string> = {
  '02': '缓考',
  '11': '补考',
  '12': '补考',
  '13': '重修',
  '15': '补修',
  '16': '认定',
  '21': '毕业前补考',
};

/** How scores that no sheet gave came to be. */
const madeBy: Readonly<Record<string, string>> = {
  [attemptSource.imported]: '历史成绩入账',
  [attemptSource.recognised]: '认定通过',
  [attemptSource.converted]: '课程升版',
};

/** The words of what becomes of one student's score at a course. */
export const attemptsWording = {
  AttemptRecorded: {
    operation: '审核',
    heading: ({ source }, { passedNode = '认定审批' }) => {
      if (source === attemptSource.converted) return { label: '升版生效', title: '课程升版审批通过，成绩转为新课程' };
      if (source === attemptSource.imported) return { label: '历史成绩', title: '历史成绩核准入账' };
      return { label: '认定生效', title: `${passedNode}通过，认定成绩生效` };
    },
    lines: (attempt) => [
      {
        sentence:
          attempt.source in madeBy
            ? `${madeBy[attempt.source] ?? ''}，` +
              `${attempt.studentName}的${attempt.courseName}记为 ${attempt.finalName}` +
              because('出处', attempt.provenance ?? '')
            : `${attempt.studentName}的${attempt.courseName}${natures[attempt.examNature] ?? ''}成绩发布：` +
              `${attempt.finalName}` +
              `${attempt.rawFinal ? `（卷面 ${formatDecimal(attempt.rawFinal, 2, 2)}，按上限计）` : ''}`,
        student: studentOf(attempt),
        after: attempt.finalName,
      },
    ],
  },
  AttemptRevised: {
    operation: '更改',
    lines: ({ before, after, reason, ...student }) => [
      {
        sentence:
          `${student.studentName}已发布的成绩由 ${before.finalName} 改为 ${after.finalName}` +
          `${because('原因', reason)}`,
        student: studentOf(student),
        before: before.finalName,
        after: after.finalName,
        reason,
      },
    ],
  },
  AttemptWithdrawn: {
    operation: '注销',
    heading: () => ({ label: '撤销', title: '成绩撤销发布' }),
    lines: ({ reason, ...student }) => [
      {
        sentence: `${student.studentName}已发布的成绩撤销${because('原因', reason)}`,
        student: studentOf(student),
        reason,
      },
    ],
  },
  AttemptCancelled: {
    operation: '注销',
    heading: () => ({ label: '注销', title: '成绩注销' }),
    lines: ({ reason, ...student }) => [
      {
        sentence: `${student.studentName}的成绩注销，不再计入${because('原因', reason)}`,
        student: studentOf(student),
        reason,
      },
    ],
  },
  AttemptRestored: {
    operation: '注销',
    heading: () => ({ label: '恢复', title: '注销的成绩恢复' }),
    lines: ({ reason, ...student }) => [
      {
        sentence: `${student.studentName}注销的成绩恢复，重新计入${because('原因', reason)}`,
        student: studentOf(student),
        reason,
      },
    ],
  },
  AttemptBonusGiven: {
    operation: '更改',
    heading: () => ({ label: '加分', title: '成绩加分' }),
    lines: ({ before, after, points, reason, ...student }) => [
      {
        sentence:
          `${student.studentName}的成绩加 ${String(points / 100)} 分，` +
          `由 ${before.finalName} 改为 ${after.finalName}${because('项目', reason)}`,
        student: studentOf(student),
        before: before.finalName,
        after: after.finalName,
        reason,
      },
    ],
  },
  AttemptBonusTaken: {
    operation: '更改',
    heading: () => ({ label: '撤销加分', title: '成绩加分撤销' }),
    lines: ({ before, after, reason, ...student }) => [
      {
        sentence:
          `${student.studentName}的成绩加分撤销，由 ${before.finalName} 改回 ${after.finalName}` +
          `${because('原因', reason)}`,
        student: studentOf(student),
        before: before.finalName,
        after: after.finalName,
        reason,
      },
    ],
  },
  RecognitionReserved: {
    operation: '认定',
    heading: () => ({ label: '申请认定', title: '申请成绩认定' }),
    lines: ({ applicantName, processName, request }) =>
      request
        ? [
            {
              sentence: `${applicantName}为${request.studentName}申请${processName}：${pairsText(request)}`,
              student: studentOf(request),
              reason: request.remark,
            },
          ]
        : line(`${applicantName}申请${processName}`),
  },
  RecognitionReleased: { operation: '认定', lines: () => line('成绩认定申请未生效，该课程可以重新申请认定') },
} as const satisfies Wording<AttemptsEvent>;
