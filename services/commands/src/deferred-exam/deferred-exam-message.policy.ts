import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import { deferredExam, type DeferredExamEvent } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { deferredExamPath } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { deferredExamMessages } from '@jwxt/contracts/deferred-exam/deferred-exam.wording.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';
import { isNews, writeMessage } from '../notice/shared/system-message.ts';

type Told = Extract<DeferredExamEvent, { type: keyof typeof deferredExamMessages }>;

/**
 * Messages about leave from exams: student, applicant and the teachers of the class hear that it is in force, could not
 * take effect, or was taken back; that it passed the applicant hears as of every application. Written once: the ids are
 * derived from the event. Whoever did it is not told.
 */
export const tellOfDeferredExams: Policy = {
  name: 'deferred-exam-message',
  types: Object.keys(deferredExamMessages) as Told['type'][],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    const { applyId } = event.data;
    const { state } = await handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
    if (state.status === 'none') return null;
    const { studentCode, courseName, teachingClassId, application } = state.request;
    const { actor, time } = stored.metadata;
    const but = [actor.userName, ...(event.type === 'DeferredExamEffected' ? [application.applicant.userName] : [])];
    const { rows } = await pool.query<{ userName: string; teaches: boolean }>(
      `select account.user_name as "userName", coalesce(account.gh in (select gh from base.teaching_class_teacher
            where teaching_class_id = $3), false) as teaches
         from base.user_account account
        where account.user_name <> all($4) and (account.user_name = $1 or account.student_code = $2
          or account.gh in (select gh from base.teaching_class_teacher where teaching_class_id = $3))`,
      [application.applicant.userName, studentCode, teachingClassId, but],
    );
    const text = wordsOf(event, `${studentWithNumber(state.request)}的“${courseName}”`);
    const receivers = [
      { teaches: true, link: modulePath('scoreManage', `entry/${teachingClassId}/${scoreType.regular}`) },
      { teaches: false, link: deferredExamPath(applyId) },
    ];
    for (const { teaches, link } of receivers) {
      const users = rows.filter((row) => row.teaches === teaches).map(({ userName }) => userName);
      if (users.length === 0) continue;
      await inTransaction(pool, (client) =>
        writeMessage(
          client,
          {
            ...text,
            systemMessageEntityId: derivedId(`${stored.id}:deferred-exam-message:${teaches ? 'teacher' : 'student'}`),
            departmentName: '',
            createName: actor.name,
            createTime: time,
            endTime: null,
            noticeId: null,
            link,
          },
          { users },
        ),
      );
    }
    return null;
  },
};

function wordsOf({ type, data }: Told, about: string): MessageText {
  switch (type) {
    case 'DeferredExamEffected':
      return deferredExamMessages[type](data, { about });
    case 'DeferredExamClashed':
      return deferredExamMessages[type](data, { about });
    case 'DeferredExamRevoked':
      return deferredExamMessages[type](data, { about });
    default:
      return type satisfies never;
  }
}
