import type { Messages } from '../kernel/event-words.ts';
import { clashNames, type AdjustCourseEvent, type ClashWith } from './adjust-course.events.ts';
import type { ApplicationSubject } from './application.wording.ts';

/** What was taken when an adjustment came to take effect. */
export const clashText = (taken: readonly ClashWith[]): string => taken.map((one) => clashNames[one]).join('、');

/** What the applicant of an adjustment is sent beside the messages about every application. */
export const adjustCourseMessages = {
  AdjustCourseClashed: ({ with: taken }, { processName, about }) => ({
    title: `${processName}未生效`,
    content: `您的申请“${about}”已通过，但生效时${clashText(taken)}已被占用，未能生效，` + '请另选时间或教室重新申请。',
  }),
} as const satisfies Messages<AdjustCourseEvent, ApplicationSubject>;
