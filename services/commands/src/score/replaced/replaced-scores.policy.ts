import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams, type SetUpSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { replacedMessage } from '@jwxt/contracts/score/score-sheet.wording.ts';
import { scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../../kernel/command-route.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import { isNews, writeMessage } from '../../notice/shared/system-message.ts';
import { replacedPeople, replacedValues } from './replaced-scores.ts';

/**
 * Tells the teacher whose score on a sheet another person replaced. While the message is unread, what the same person
 * replaces there is added to it; it is never more than one for each sheet and person. An event that comes again finds
 * the message that told of it.
 */
export const tellOfReplacedScores: Policy = {
  name: 'replaced-scores',
  types: ['CellsEntered', 'RemarkSet'],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    const event = stored.event as ScoreSheetEvent;
    if (!isNews(stored) || !isReplacing(event)) return null;
    const { teachingClassId, scoreType, rows } = event.data;
    const { state } = await handler.readSince(sheetStream(teachingClassId, scoreType), sheetStreams, stored.revision);
    if (state.status === sheetStatus.unset) return null;
    const people = replacedPeople(state, {
      byUserName: stored.metadata.actor.userName,
      studentCodes: rows.map(({ studentCode }) => studentCode),
      revision: stored.revision,
    });
    for (const userName of people) await inTransaction(pool, (client) => tell(client, stored, state, userName));
    return null;
  },
};

/** Most saves fill what was empty: the sheet is not looked at for those. */
function isReplacing(
  event: ScoreSheetEvent,
): event is Extract<ScoreSheetEvent, { type: 'CellsEntered' | 'RemarkSet' }> {
  if (event.type === 'RemarkSet') return event.data.rows.some(({ before }) => before !== scoreRemark.normal);
  return (
    event.type === 'CellsEntered' && event.data.rows.some(({ cells }) => cells.some(({ before }) => before !== null))
  );
}

async function tell(client: PoolClient, stored: StoredEvent, sheet: SetUpSheet, ofUserName: string): Promise<void> {
  const { actor, time } = stored.metadata;
  const { teachingClassId, scoreType, courseName, teachingClassName } = sheet.facts;
  if (!(await teaches(client, sheet, ofUserName))) return;
  // Its id tells what it is about and since which revision; what it tells is read from the sheet.
  const about = derivedId(JSON.stringify([stored.stream, 'replaced-scores', actor.userName, ofUserName]));
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [about]);
  const {
    rows: [last],
  } = await client.query<{ id: string; unread: boolean; covers: boolean }>(
    `select message.system_message_entity_id as id, audience.read_sign = '0' as unread,
      message.create_time >= $3 as covers
       from base.system_message_audience audience
         join base.system_message_entity message using (system_message_entity_id)
      where audience.user_name = $1 and starts_with(message.system_message_entity_id, $2)
        order by message.create_time desc limit 1`,
    [ofUserName, `${about}.`, time],
  );
  if (last?.covers && !last.unread) return;
  const since = last?.unread ? Number(last.id.slice(about.length + 1)) : stored.revision;
  const replaced = replacedValues(sheet, { byUserName: actor.userName, ofUserName, since });
  const { title, content } = replacedMessage(
    actor.name,
    `“${classWithCourse({ courseName, teachingClassName })}”`,
    replaced,
  );
  if (last?.unread) {
    // Put back before anybody has read of it: there is nothing to tell.
    if (replaced.length === 0)
      await client.query('delete from base.system_message_entity where system_message_entity_id = $1', [last.id]);
    else
      await client.query(
        `update base.system_message_entity set content = $2, create_time = greatest(create_time, $3)
          where system_message_entity_id = $1`,
        [last.id, content, time],
      );
  } else if (replaced.length > 0) {
    const {
      rows: [unit],
    } = await client.query<{ dwmc: string }>(
      `select department.dwmc from base.user_account account
        join base.department on department.dwh = account.department_id where account.user_name = $1`,
      [actor.userName],
    );
    await writeMessage(
      client,
      {
        systemMessageEntityId: `${about}.${stored.revision}`,
        title,
        content,
        departmentName: unit?.dwmc ?? '',
        createName: actor.name,
        createTime: time,
        endTime: null,
        noticeId: null,
        link: modulePath('scoreManage', `entry/${teachingClassId}/${scoreType}`),
      },
      { users: [ofUserName] },
    );
  }
}

/**
 * Whether the sheet is still this person's to type: what became of a score that the office typed for the teachers is
 * theirs alone.
 */
async function teaches(
  client: PoolClient,
  { facts: { teachingClassId, importTeacherGh } }: SetUpSheet,
  userName: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from base.user_account account
      where account.user_name = $1
        and (account.gh = $2 or account.gh in (select taught.gh from base.teaching_class_teacher taught
          where taught.teaching_class_id = $3))`,
    [userName, importTeacherGh ?? null, teachingClassId],
  );
  return rowCount === 1;
}
