import type { Messages } from '../../kernel/event-words.ts';
import type { StudentStatusEvent } from './student-status.events.ts';

/** What the student and the units concerned are sent. */
export const statusChangeMessages = {
  StatusChangeImplemented: ({ changeTypeName, effectiveDate, document }, { about }) => ({
    title: '学籍异动已执行',
    content: `${about}的${changeTypeName}自 ${effectiveDate} 起生效${document ? `，文号：${document.number}` : ''}。`,
  }),
  StatusChangeCancelled: ({ changeTypeName, reason }, { about }) => ({
    title: '学籍异动已取消',
    content: `${about}的${changeTypeName}已取消：${reason}。`,
  }),
} as const satisfies Messages<StudentStatusEvent, { readonly about: string }>;
