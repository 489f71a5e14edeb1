import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { deciderName } from '@jwxt/contracts/approval/application.state.ts';
import type { ElectiveEvent } from '@jwxt/contracts/elective/elective.events.ts';
import type { RecognitionAccountEvent } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import type { RecognitionEvent, RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { RECOGNISED_SOURCE } from '@jwxt/contracts/score/attempts.state.ts';
import { formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { ScoreChangeEvent } from '@jwxt/contracts/score/score-change.events.ts';
import type { StudentRef } from '@jwxt/contracts/score/score-sheet.events.ts';
import { because, line, type LogLine, type Tellers } from './log-line.ts';
import { changeWords } from './sheet-tellers.ts';

const endNames = { returned: '退回申请人', notPassed: '未通过', recalled: '由申请人撤回' } as const;
const named = ({ studentCode, studentNumber, studentName }: StudentRef): StudentRef => ({
  studentCode,
  studentNumber,
  studentName,
});
const natures: Record<string, string> = {
  '02': '缓考',
  '11': '补考',
  '12': '补考',
  '13': '重修',
  '15': '补修',
  '16': '认定',
  '21': '毕业前补考',
};
const pairsText = ({ relateList }: Pick<RecognitionRequest, 'relateList'>): string =>
  relateList
    .map(
      ({ outSideList, inSideList }) =>
        outSideList
          .map(
            ({ outCourseName, outScoreCognizanceFinalValue }) => `${outCourseName}（${outScoreCognizanceFinalValue}）`,
          )
          .join('、') +
        '认定为' +
        inSideList
          .map(
            ({ courseName, scoreValueStr, scoreCognizanceFinalValue }) =>
              `${courseName}（${scoreValueStr || formatDecimal(scoreCognizanceFinalValue, 2, 2)}）`,
          )
          .join('、'),
    )
    .join('；');

/** The words of what becomes of one student's score at a course. */
export const attemptTellers: Tellers<AttemptsEvent> = {
  AttemptRecorded: {
    operation: '审核',
    tell: (attempt) => [
      {
        sentence:
          attempt.source === RECOGNISED_SOURCE
            ? `认定通过，${attempt.studentName}的${attempt.courseName}记为 ${attempt.finalName}`
            : `${attempt.studentName}的${attempt.courseName}${natures[attempt.examNature] ?? ''}成绩发布：` +
              `${attempt.finalName}` +
              `${attempt.rawFinal ? `（卷面 ${formatDecimal(attempt.rawFinal, 2, 2)}，按上限计）` : ''}`,
        student: named(attempt),
        after: attempt.finalName,
      },
    ],
  },
  AttemptRevised: {
    operation: '更改',
    tell: ({ before, after, reason, ...student }) => [
      {
        sentence:
          `${student.studentName}已发布的成绩由 ${before.finalName} 改为 ${after.finalName}` +
          `${because('原因', reason)}`,
        student: named(student),
        before: before.finalName,
        after: after.finalName,
        reason,
      },
    ],
  },
  AttemptWithdrawn: {
    operation: '注销',
    tell: ({ reason, ...student }) => [
      { sentence: `${student.studentName}已发布的成绩撤销${because('原因', reason)}`, student: named(student), reason },
    ],
  },
  RecognitionReserved: {
    operation: '认定',
    tell: ({ applicantName, processName, request }) =>
      request
        ? [
            {
              sentence: `${applicantName}为${request.studentName}申请${processName}：${pairsText(request)}`,
              student: named(request),
              reason: request.remark,
            },
          ]
        : line(`${applicantName}申请${processName}`),
  },
  RecognitionReleased: { operation: '认定', tell: () => line('成绩认定申请未生效，该课程可以重新申请认定') },
};

/** The words of a score change's content. */
export const scoreChangeTellers: Tellers<ScoreChangeEvent> = {
  ScoreChangeRequested: {
    operation: '更改',
    tell: ({ application, rows, rules, reason }) =>
      rows.flatMap((row) =>
        changeWords(row, rules).map((words): LogLine => ({
          sentence: `${application.applicant.name}申请将${row.studentName}的${words}${because('原因', reason)}`,
          student: named(row),
          reason,
        })),
      ),
  },
  ScoreChangeEffected: { operation: '更改', tell: () => line('成绩更改生效') },
  ScoreChangeClosed: {
    operation: '更改',
    tell: ({ outcome, opinion }) =>
      line(`成绩更改申请${endNames[outcome]}，成绩不变${because('意见', opinion)}`, opinion),
  },
};

/** The words of recognitions of all three kinds. */
export const recognitionTellers: Tellers<RecognitionEvent | RecognitionAccountEvent> = {
  RecognitionDrafted: {
    operation: '认定',
    tell: (draft) => [
      {
        sentence:
          `${draft.applicant.name}为${draft.studentName}保存${recognitionKinds[draft.kind].applicationName}，` +
          '尚未送审',
        student: named(draft),
      },
    ],
  },
  RecognitionRequested: {
    operation: '认定',
    tell: (request) => [
      {
        sentence:
          `${request.application.applicant.name}为${request.studentName}申请` +
          `${request.application.process.processName}：${pairsText(request)}`,
        student: named(request),
        reason: request.remark,
      },
    ],
  },
  RecognitionEffected: { operation: '认定', tell: () => line('成绩认定生效') },
  RecognitionClosed: {
    operation: '认定',
    tell: ({ outcome, opinion }) => line(`成绩认定申请${endNames[outcome]}${because('意见', opinion)}`, opinion),
  },
  RecognitionDeleted: { operation: '认定', tell: (_data, { who }) => line(`${who}删除成绩认定申请`) },
  RecognitionCreditTaken: {
    operation: '认定',
    tell: ({ processName, credit, sources }) =>
      line(
        `${processName}占用认定学分 ${formatDecimal(credit, 1, 1)}` +
          `${sources.length === 0 ? '' : `，使用原成绩：${sources.map(({ courseName }) => courseName).join('、')}`}`,
      ),
  },
  RecognitionCreditReturned: { operation: '认定', tell: () => line('认定未生效，退还所占的认定学分和原成绩') },
};

/** The words of public elective applications. */
export const electiveTellers: Tellers<ElectiveEvent> = {
  ElectiveSaved: {
    operation: '申请',
    tell: ({ form }, { who }) => line(`${who}保存公选课申请《${form.courseName || '未命名'}》，尚未送审`),
  },
  ElectiveSubmitted: {
    operation: '申请',
    tell: ({ form, application }) =>
      line(
        `${application.applicant.name}${application.round > 1 ? `第 ${application.round} 次` : ''}` +
          `提交公选课申请《${form.courseName}》：${form.credit} 学分，${form.classPlanNum} 个班，每班 ` +
          `${form.classSize} 人`,
      ),
  },
  ElectiveDeleted: { operation: '申请', tell: (_data, { who }) => line(`${who}删除公选课申请`) },
  ElectiveEffected: { operation: '申请', tell: () => line('公选课申请通过，开课计划生效') },
  ElectiveClosed: {
    operation: '申请',
    tell: ({ outcome, opinion }) => line(`公选课申请${endNames[outcome]}${because('意见', opinion)}`, opinion),
  },
};

/** The words of an approval, whatever it is about. */
export const applicationTellers: Tellers<ApplicationEvent> = {
  ApplicationSubmitted: {
    operation: '提交',
    tell: ({ applicant, round, process, content }) =>
      line(`${applicant.name}${round > 1 ? `第 ${round} 次` : ''}提交${process.processName}：${content.title}`),
  },
  NodePassed: {
    operation: '审核',
    tell: (data) =>
      line(`${deciderName(data)}（${data.processNodeName}）审核通过${because('意见', data.opinion)}`, data.opinion),
  },
  ApplicationPassed: { operation: '审核', tell: () => line('审批全部通过，申请结束') },
  ApplicationNotPassed: {
    operation: '审核',
    tell: (data) =>
      line(
        `${deciderName(data)}（${data.processNodeName}）审核不通过，申请结束${because('意见', data.opinion)}`,
        data.opinion,
      ),
  },
  ApplicationRejected: {
    operation: '退回',
    tell: (data) =>
      line(
        `${deciderName(data)}（${data.processNodeName}）驳回至${data.backNodeName}${because('意见', data.opinion)}`,
        data.opinion,
      ),
  },
  ApplicationReturned: {
    operation: '退回',
    tell: (data) =>
      line(`${deciderName(data)}（${data.processNodeName}）退回申请人${because('意见', data.opinion)}`, data.opinion),
  },
  ApplicationRecalled: {
    operation: '退回',
    tell: ({ byOffice, reason }, { who }) =>
      line(
        byOffice
          ? `${byOffice.name}（教务处）将申请退回${because('原因', reason)}`
          : `${who}撤回申请${because('原因', reason)}`,
        reason ?? undefined,
      ),
  },
  ApplicationTransferred: {
    operation: '审核',
    tell: ({ fromName, toName, processNodeName, reason }) =>
      line(`${fromName}将${processNodeName}转办给${toName}${because('原因', reason)}`, reason),
  },
  ApplicationUrged: {
    operation: '审核',
    tell: ({ urgerName, capacity, processNodeName, remark }) =>
      line(
        `${urgerName}${capacity === 'applicant' ? '' : '（教务处）'}催办${processNodeName}${because('留言', remark)}`,
        remark,
      ),
  },
};
