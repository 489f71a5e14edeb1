import { because, type Messages } from '../kernel/event-words.ts';
import type { StudentApplicationEvent } from './student-application.events.ts';

/** Which application of whom: 张三（2026001）的成绩加分申请“互联网+大赛”. */
interface Subject {
  readonly about: string;
}

/** What student and applicant are sent beside the messages to the applicant about every application. */
export const studentApplicationMessages = {
  StudentApplicationEffected: (_data, { about }) => ({ title: '申请已生效', content: `${about}已通过并生效。` }),
  StudentApplicationClashed: ({ why }, { about }) => ({
    title: '申请未生效',
    content: `${about}已通过，但未能生效：${why}。`,
  }),
  StudentApplicationRevoked: ({ reason }, { about }) => ({
    title: '申请已撤销',
    content: `${about}已撤销${because('原因', reason)}。`,
  }),
} as const satisfies Messages<StudentApplicationEvent, Subject>;
