import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { studentApplicationOf } from '@jwxt/contracts/student-application/all-student-applications.ts';
import {
  studentApplication,
  type StudentApplicationEvent,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import { studentApplicationPath } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { studentApplicationMessages } from '@jwxt/contracts/student-application/student-application.wording.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';
import { isNews, writeMessage } from '../notice/shared/system-message.ts';

type Told = Extract<StudentApplicationEvent, { type: keyof typeof studentApplicationMessages }>;

/**
 * Messages about applications of students: student and applicant hear that one is in force, could not take effect, or
 * was taken back; that it passed the applicant hears as of every application. Written once; whoever did it is not told.
 */
export const tellOfStudentApplications: Policy = {
  name: 'student-application-message',
  types: Object.keys(studentApplicationMessages) as Told['type'][],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    const { applyId } = event.data;
    const { state } = await handler.read(studentApplication.streamOf(applyId), studentApplication.streams);
    const kind = state.status === 'none' ? undefined : studentApplicationOf(state.request.processNo);
    if (state.status === 'none' || !kind) return null;
    const { studentCode, subjectName, application } = state.request;
    const { actor, time } = stored.metadata;
    const but = [
      actor.userName,
      ...(event.type === 'StudentApplicationEffected' ? [application.applicant.userName] : []),
    ];
    const { rows } = await pool.query<{ userName: string }>(
      `select user_name as "userName" from base.user_account
        where user_name <> all($3) and (user_name = $1 or student_code = $2)`,
      [application.applicant.userName, studentCode, but],
    );
    if (rows.length === 0) return null;
    const text = wordsOf(event, `${studentWithNumber(state.request)}的${kind.name}“${subjectName}”`);
    await inTransaction(pool, (client) =>
      writeMessage(
        client,
        {
          ...text,
          systemMessageEntityId: derivedId(`${stored.id}:student-application-message`),
          departmentName: '',
          createName: actor.name,
          createTime: time,
          endTime: null,
          noticeId: null,
          link: studentApplicationPath(kind.group, applyId),
        },
        { users: rows.map(({ userName }) => userName) },
      ),
    );
    return null;
  },
};

function wordsOf({ type, data }: Told, about: string): MessageText {
  switch (type) {
    case 'StudentApplicationEffected':
      return studentApplicationMessages[type](data, { about });
    case 'StudentApplicationClashed':
      return studentApplicationMessages[type](data, { about });
    case 'StudentApplicationRevoked':
      return studentApplicationMessages[type](data, { about });
    default:
      return type satisfies never;
  }
}
