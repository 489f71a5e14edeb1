import { endNames } from '../approval/application.wording.ts';
import { because, line, studentOf, type Wording } from '../kernel/event-words.ts';
import { formatDecimal } from '../kernel/number-text.ts';
import type { RecognitionAccountEvent } from './recognition-account.events.ts';
import type { RecognitionEvent, RecognitionRequest } from './recognition.events.ts';
import { recognitionKinds } from './recognition.vocabulary.ts';

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
} as const satisfies Wording<RecognitionEvent>;

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
  RecognitionCreditReturned: { operation: '认定', lines: () => line('认定未生效，退还所占的认定学分和原成绩') },
} as const satisfies Wording<RecognitionAccountEvent>;
