import { endNames } from '../approval/application.wording.ts';
import { because, line, studentOf, type Messages, type Wording } from '../kernel/event-words.ts';
import { formatDecimal } from '../kernel/number-text.ts';
import type { RecognitionAccountEvent } from './recognition-account.events.ts';
import type { RecognitionEvent, RecognitionRequest, SourceChange } from './recognition.events.ts';
import { recognitionKinds, settlementNames } from './recognition.vocabulary.ts';

/** What is to count for what: 慕课算法（88）认定为数据结构（88.00）. */
export const pairsText = ({ relateList }: Pick<RecognitionRequest, 'relateList'>): string =>
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

/** What became of a score that a recognition rests on: 程序设计由 85 改为 72. */
export const sourceText = ({ courseName, before, after }: SourceChange): string =>
  before === after
    ? `${courseName}恢复为 ${after ?? '已撤销'}`
    : after === null
      ? `${courseName}（${before ?? ''}）已撤销`
      : `${courseName}由 ${before ?? '已撤销'} 改为 ${after}`;

/** The words of recognitions of all three kinds. */
export const recognitionWording = {
  RecognitionDrafted: {
    operation: '认定',
    heading: () => ({ label: '保存草稿' }),
    lines: (draft) => [
      {
        sentence:
          `${draft.applicant.name}为${draft.studentName}保存${recognitionKinds[draft.kind].applicationName}，` +
          '尚未送审',
        student: studentOf(draft),
      },
    ],
  },
  RecognitionRequested: {
    operation: '认定',
    lines: (request) => [
      {
        sentence:
          `${request.application.applicant.name}为${request.studentName}申请` +
          `${request.application.process.processName}：${pairsText(request)}`,
        student: studentOf(request),
        reason: request.remark,
      },
    ],
  },
  RecognitionEffected: {
    operation: '认定',
    heading: () => ({ label: '生效' }),
    lines: () => line('成绩认定生效'),
  },
  RecognitionClosed: {
    operation: '认定',
    lines: ({ outcome, opinion }) => line(`成绩认定申请${endNames[outcome]}${because('意见', opinion)}`, opinion),
  },
  RecognitionDeleted: {
    operation: '认定',
    heading: () => ({ label: '删除' }),
    lines: (_data, { who }) => line(`${who}删除成绩认定申请`),
  },
  RecognitionSourceChanged: {
    operation: '认定',
    heading: () => ({ label: '原成绩变更', title: '认定所依据的原成绩变更' }),
    lines: ({ reason, ...change }) =>
      line(`认定所依据的原成绩变更，待处理：${sourceText(change)}${because('原因', reason)}`, reason),
  },
  RecognitionSettled: {
    operation: '认定',
    heading: ({ outcome }) => ({ label: settlementNames[outcome], title: `认定成绩处理：${settlementNames[outcome]}` }),
    lines: ({ outcome, reason, sources, values }, { who }) =>
      line(
        `原成绩变更（${sources.map(sourceText).join('、')}）后，${who}处理为${settlementNames[outcome]}` +
          values
            .map(({ courseName, before, after }) => `，${courseName}由 ${before.finalName} 改为 ${after.finalName}`)
            .join('') +
          because('原因', reason),
        reason,
      ),
  },
  RecognitionRevoked: {
    operation: '注销',
    heading: () => ({ label: '撤销认定', title: '认定撤销，认定成绩作废' }),
    lines: ({ reason }, { who }) => line(`${who}撤销成绩认定，认定成绩作废${because('原因', reason)}`, reason),
  },
} as const satisfies Wording<RecognitionEvent>;

/** Whose recognition a message is about. */
interface RecognitionSubject {
  readonly studentName: string;
}

/** What the office hears of a recognition in force, and what student and applicant hear of the office. */
export const recognitionMessages = {
  RecognitionSourceChanged: (change, { studentName }) => ({
    title: change.before === change.after ? '认定所依据的原成绩已恢复' : '认定所依据的原成绩已变更，请处理',
    content:
      `${studentName}已生效的成绩认定所依据的原成绩变更：${sourceText(change)}${because('原因', change.reason)}。` +
      (change.before === change.after ? '无需处理。' : '请保留、按规则调整或撤销该认定。'),
  }),
  RecognitionSettled: ({ outcome, reason, values }, { studentName }) => ({
    title: '成绩认定已处理',
    content:
      `${studentName}的成绩认定因原成绩变更处理为${settlementNames[outcome]}` +
      values
        .map(({ courseName, before, after }) => `，${courseName}由 ${before.finalName} 改为 ${after.finalName}`)
        .join('') +
      `${because('原因', reason)}。`,
  }),
  RecognitionRevoked: ({ reason }, { studentName }) => ({
    title: '成绩认定已撤销',
    content: `${studentName}的成绩认定已撤销，认定成绩作废，认定学分和原成绩已退还${because('原因', reason)}。`,
  }),
} as const satisfies Messages<RecognitionEvent, RecognitionSubject>;

/** The words of what a student has had recognised. */
export const recognitionAccountWording = {
  RecognitionCreditTaken: {
    operation: '认定',
    lines: ({ processName, credit, sources }) =>
      line(
        `${processName}占用认定学分 ${formatDecimal(credit, 1, 1)}` +
          `${sources.length === 0 ? '' : `，使用原成绩：${sources.map(({ courseName }) => courseName).join('、')}`}`,
      ),
  },
  RecognitionCreditReturned: { operation: '认定', lines: () => line('认定未生效或已撤销，退还所占的认定学分和原成绩') },
} as const satisfies Wording<RecognitionAccountEvent>;
