import { recognitionMessages } from '@jwxt/contracts/recognition/recognition.wording.ts';
import { recognitionStream, type RecognitionEvent } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { recognitionKindOf, SETTLE } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';
import { holdersOf } from '../kernel/permission-holders.ts';
import { isNews, writeMessage } from '../notice/shared/system-message.ts';

type Told = Extract<RecognitionEvent, { type: keyof typeof recognitionMessages }>;

/**
 * Messages about recognitions in force: who may settle it hears that what it rests on has changed; student and
 * applicant hear what the office did. Written once: the id is derived from the event. Whoever did it is not told.
 */
export const tellOfRecognitions: Policy = {
  name: 'recognition-message',
  types: Object.keys(recognitionMessages) as Told['type'][],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    const { state } = await handler.read(recognitionStream(event.data.applyId), recognitionStreams);
    if (!('request' in state)) return null;
    const { applyId, studentCode, application } = state.request;
    const { actor, time } = stored.metadata;
    const changed = event.type === 'RecognitionSourceChanged';
    const { rows } = await pool.query<{ userName: string; opens: boolean }>(
      changed
        ? `select user_name as "userName", true as opens from (${holdersOf('$1')}) holder where user_name <> $2`
        : `select user_name as "userName", student_code is distinct from $3 as opens from base.user_account
            where (user_name = $1 or student_code = $3) and user_name <> $2`,
      changed ? [SETTLE, actor.userName] : [application.applicant.userName, actor.userName, studentCode],
    );
    const kind = recognitionKindOf(application.process.processNo) ?? 'system';
    const page = modulePath('scoreManage', `recognition/${kind}/${encodeURIComponent(applyId)}`);
    // Students have no page of recognitions.
    for (const opens of [true, false]) {
      const users = rows.filter((row) => row.opens === opens).map(({ userName }) => userName);
      if (users.length === 0) continue;
      await inTransaction(pool, (client) =>
        writeMessage(
          client,
          {
            ...wordsOf(event, state.request.studentName),
            systemMessageEntityId: derivedId(`${stored.id}:recognition-message:${opens ? 'staff' : 'student'}`),
            departmentName: '',
            createName: changed ? '系统' : actor.name,
            createTime: time,
            endTime: null,
            noticeId: null,
            link: opens ? page : null,
          },
          { users },
        ),
      );
    }
    return null;
  },
};

function wordsOf({ type, data }: Told, studentName: string): MessageText {
  switch (type) {
    case 'RecognitionSourceChanged':
      return recognitionMessages[type](data, { studentName });
    case 'RecognitionSettled':
      return recognitionMessages[type](data, { studentName });
    case 'RecognitionRevoked':
      return recognitionMessages[type](data, { studentName });
    default:
      return type satisfies never;
  }
}
