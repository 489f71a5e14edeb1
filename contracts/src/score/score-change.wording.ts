import { endNames } from '../approval/application.wording.ts';
import { because, line, studentOf, type LogLine, type Wording } from '../kernel/event-words.ts';
import type { ScoreChangeEvent } from './score-change.events.ts';
import { applicantWords, changeWords } from './score-sheet.wording.ts';

/** The words of a score change's content. */
export const scoreChangeWording = {
  ScoreChangeRequested: {
    operation: '更改',
    lines: ({ application, rows, rules, reason, onBehalfOf }) =>
      rows.flatMap((row) =>
        changeWords(row, rules).map((words): LogLine => ({
          sentence:
            `${applicantWords(application.applicant.name, onBehalfOf)}申请将${row.studentName}的${words}` +
            because('原因', reason),
          student: studentOf(row),
          reason,
        })),
      ),
  },
  ScoreChangeEffected: {
    operation: '更改',
    heading: () => ({ label: '生效' }),
    lines: () => line('成绩更改生效'),
  },
  ScoreChangeClosed: {
    operation: '更改',
    lines: ({ outcome, opinion }) =>
      line(`成绩更改申请${endNames[outcome]}，成绩不变${because('意见', opinion)}`, opinion),
  },
} as const satisfies Wording<ScoreChangeEvent>;
