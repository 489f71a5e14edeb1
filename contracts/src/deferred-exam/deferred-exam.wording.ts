import { because, type Messages } from '../kernel/event-words.ts';
import type { DeferredExamEvent } from './deferred-exam.events.ts';

/** Whose exam in which course: 张三（2026001）的“高等数学”. */
interface Subject {
  readonly about: string;
}

/**
 * What student, applicant and the teachers of the class are sent beside the messages to the applicant about every
 * application.
 */
export const deferredExamMessages = {
  DeferredExamEffected: (_data, { about }) => ({
    title: '缓考已生效',
    content: `${about}缓考申请已通过，成绩单备注为“缓考”，期末成绩以缓考成绩为准。`,
  }),
  DeferredExamClashed: ({ why }, { about }) => ({
    title: '缓考未生效',
    content: `${about}缓考申请已通过，但未能生效：${why}。`,
  }),
  DeferredExamRevoked: ({ reason }, { about }) => ({
    title: '缓考已撤销',
    content: `${about}缓考已撤销，请按原安排参加考试${because('原因', reason)}。`,
  }),
} as const satisfies Messages<DeferredExamEvent, Subject>;
