import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams, type ScoreSheetState, type SetUpSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { isNews, writeMessage } from '../kernel/system-message.ts';

/** One thing that teachers are told of their sheet. */
interface Telling {
  readonly title: string;
  readonly content: string;
  /**
   * Who hears it: those who may type now, or the teachers named, by `gh`; `null` stands for the teachers of the class.
   */
  readonly to: readonly (string | null)[];
  /** Who of them does not, because he hears it otherwise: a teacher by `gh`, a person by account. */
  readonly but?: { readonly gh?: string | null; readonly userName?: string };
}

/**
 * Messages to the teachers of a sheet: the office took it back, handed it in for them, moved the entry time or named
 * another person to type; an approver sent back what somebody else had handed in. Written once: the ids are derived
 * from the event. Whoever did it is not told.
 */
export const tellTeachersOfSheets: Policy = {
  name: 'sheet-message',
  types: ['ScoresRolledBack', 'ScoresForceSubmitted', 'InputTimeSet', 'ImportTeacherSet', 'ScoresReopened'],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as ScoreSheetEvent;
    const { teachingClassId, scoreType } = event.data;
    const { state } = await handler.readSince(sheetStream(teachingClassId, scoreType), sheetStreams, stored.revision);
    if (state.status === '0') return null;
    for (const [index, telling] of tellingsOf(event, state, stored.metadata.actor.name).entries())
      await write(stored, index, telling, state, pool);
    return null;
  },
};

function tellingsOf(
  event: ScoreSheetEvent,
  sheet: Exclude<ScoreSheetState, { status: '0' }>,
  actorName: string,
): Telling[] {
  const { courseName, teachingClassName, importTeacherGh } = sheet.facts;
  const about = `“${courseName} ${teachingClassName}”`;
  const typing = [importTeacherGh ?? null];
  switch (event.type) {
    case 'ScoresRolledBack': {
      const { from, byName, reason } = event.data;
      return [
        {
          title: from === '4' ? '已发布的成绩被撤回' : '成绩已被退回',
          content:
            `${byName}${from === '4' ? '撤回了' : '退回了'}${about}${from === '4' ? '已发布' : '送审中'}的成绩，` +
            `原因：${reason}。请在录入时间内修改后重新送审。`,
          to: typing,
        },
      ];
    }
    case 'ScoresForceSubmitted':
      return [
        {
          title: '成绩已被代为送审',
          content: `${about}的录入已截止，${event.data.byName}已代为送审，原因：${event.data.reason}。`,
          to: typing,
        },
      ];
    case 'InputTimeSet': {
      const { before, after, reason } = event.data;
      const longer = after.end > before.end;
      return [
        {
          title: longer ? '成绩录入时间已延长' : '成绩录入时间已调整',
          content:
            `${about}的成绩录入时间改为 ${toDateTimeText(after.begin)} 至 ${toDateTimeText(after.end)}` +
            `${because(reason)}`,
          to: typing,
        },
      ];
    }
    case 'ImportTeacherSet': {
      const { before, after, reason } = event.data;
      if (before.gh === after.gh) return [];
      const whom = after.gh === null ? '任课教师' : `${after.name}老师`;
      return [
        {
          title: '请您录入成绩',
          content: `${actorName}指定由${after.gh === null ? '任课教师' : '您'}录入${about}的成绩${because(reason)}`,
          to: [after.gh],
        },
        {
          title: '成绩录入教师已变更',
          content: `${about}的成绩改由${whom}录入${because(reason)}`,
          to: after.gh === null ? [before.gh] : [before.gh, null],
          but: { gh: after.gh },
        },
      ];
    }
    case 'ScoresReopened': {
      const { cause, byName, opinion } = event.data;
      if (cause === 'recalled' || sheet.submission === null) return [];
      return [
        {
          title: '成绩已被退回',
          content: `${byName}退回了${about}的成绩，意见：${opinion}。请在录入时间内修改后重新送审。`,
          to: typing,
          // The applicant hears of it as of every application.
          but: { userName: sheet.submission.userName },
        },
      ];
    }
    default:
      return [];
  }
}

const because = (reason: string): string => (reason === '' ? '。' : `，原因：${reason}。`);

async function write(
  stored: StoredEvent,
  index: number,
  { title, content, to, but = {} }: Telling,
  { facts: { teachingClassId, scoreType } }: SetUpSheet,
  pool: Pool,
): Promise<void> {
  const { actor, time } = stored.metadata;
  const { rows: users } = await pool.query<{ user_name: string }>(
    `select a.user_name from base.user_account a
      where a.user_name <> all($4) and a.gh is distinct from $5
        and (a.gh = any($1) or $2
        and a.gh in (select c.gh from base.teaching_class_teacher c where c.teaching_class_id = $3))`,
    [
      to.filter((gh) => gh !== null),
      to.includes(null),
      teachingClassId,
      [actor.userName, but.userName ?? ''],
      but.gh ?? null,
    ],
  );
  if (users.length === 0) return;
  const {
    rows: [unit],
  } = await pool.query<{ dwmc: string }>(
    'select d.dwmc from base.user_account a join base.department d on d.dwh = a.department_id where a.user_name = $1',
    [actor.userName],
  );
  await inTransaction(pool, (client) =>
    writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(`${stored.id}:sheet-message:${index}`),
        title,
        content,
        departmentName: unit?.dwmc ?? '',
        createName: actor.name,
        createTime: time,
        endTime: null,
        noticeId: null,
        link: modulePath('scoreManage', `entry/${teachingClassId}/${scoreType}`),
      },
      { users: users.map((user) => user.user_name) },
    ),
  );
}
