import type { Messages } from '../../kernel/event-words.ts';
import type { CourseAdjustEvent } from './course-adjust.events.ts';

/** What the units concerned are sent about changes of plans. */
export const courseAdjustMessages = {
  CourseAdjustImplemented: (_data, { about }) => ({
    title: '执行计划已调整',
    content: `${about}，调整已审批通过并写入执行计划。`,
  }),
  CourseAdjustClashed: ({ why }, { about }) => ({
    title: '执行计划调整未生效',
    content: `${about}，调整已审批通过，但未能生效：${why}。`,
  }),
} as const satisfies Messages<CourseAdjustEvent, { readonly about: string }>;
