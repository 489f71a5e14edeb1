import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { sheetId, sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetMessages } from '@jwxt/contracts/score/score-sheet.wording.ts';
import { sheetStreams, type SetUpSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { holdersOf } from '../kernel/permission-holders.ts';
import { isNews, writeMessage } from './shared/system-message.ts';

/** What teachers are told of. */
type Told = Extract<ScoreSheetEvent, { type: keyof typeof sheetMessages }>;

/** One thing that teachers are told of their sheet. */
interface Telling extends MessageText {
  /**
   * Who hears it: those who may type now, or the teachers named, by `gh`; `null` stands for the teachers of the class.
   */
  readonly to: readonly (string | null)[];
  /** Who of them does not, because he hears it otherwise: a teacher by `gh`, a person by account. */
  readonly but?: { readonly gh?: string | null; readonly userName?: string };
  /** What follows by itself: everybody with this permission hears it as well, also who did what it follows from. */
  readonly holders?: PermissionCode;
  /** Many events of one day are told of once: what they have in common. Absent: each is told of. */
  readonly once?: string;
}

/**
 * Messages to the teachers of a sheet: the office took it back, handed it in for them, typed in it, asked for a change
 * of it, moved the entry time or named another person to type; an approver sent back what somebody else had handed in;
 * published make-up scores followed the original ones. Written once: the ids are derived from the event. Whoever did it
 * is not told.
 */
export const tellTeachersOfSheets: Policy = {
  name: 'sheet-message',
  types: Object.keys(sheetMessages) as Told['type'][],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    if (!isNews(stored)) return null;
    const event = stored.event as Told;
    if (!concernsOthers(event)) return null;
    const { teachingClassId, scoreType } = event.data;
    const { state } = await handler.readSince(sheetStream(teachingClassId, scoreType), sheetStreams, stored.revision);
    if (state.status === sheetStatus.unset) return null;
    for (const [index, telling] of tellingsOf(event, state, stored.metadata).entries())
      await write(stored, index, telling, state, pool);
    return null;
  },
};

/** Of what people mostly do themselves, only what somebody else did for them is told. */
function concernsOthers({ type, data }: Told): boolean {
  if (type === 'CellsEntered') return data.reason !== undefined;
  return type !== 'ChangeReserved' || data.request?.onBehalfOf !== undefined;
}

const dayOf = (time: string): string => toDateTimeText(time).slice(0, 10);

function tellingsOf({ type, data }: Told, sheet: SetUpSheet, { actor, time }: StoredEvent['metadata']): Telling[] {
  const { courseName, teachingClassName, importTeacherGh } = sheet.facts;
  const subject = { about: `“${classWithCourse({ courseName, teachingClassName })}”`, actorName: actor.name };
  const to = [importTeacherGh ?? null];
  switch (type) {
    case 'ScoresRolledBack':
      return [{ ...sheetMessages[type](data, subject), to }];
    case 'ScoresForceSubmitted':
      return [{ ...sheetMessages[type](data, subject), to }];
    case 'InputTimeSet':
      return [{ ...sheetMessages[type](data, subject), to }];
    case 'ImportTeacherSet': {
      const [before, after] = [data.before.gh, data.after.gh];
      if (before === after) return [];
      const { named, others } = sheetMessages[type](data, subject);
      return [
        { ...named, to: [after] },
        { ...others, to: after === null ? [before] : [before, null], but: { gh: after } },
      ];
    }
    case 'ChangeReserved':
      return [{ ...sheetMessages[type](data, subject), to }];
    case 'CellsEntered':
      return [{ ...sheetMessages[type](data, subject), to, once: `${actor.userName}:${dayOf(time)}` }];
    case 'ScoresReopened':
      if (data.cause === 'recalled' || sheet.submission === null) return [];
      // The applicant hears of it as of every application.
      return [{ ...sheetMessages[type](data, subject), to, but: { userName: sheet.submission.userName } }];
    case 'RetakeOriginChanged': {
      if (sheet.status !== sheetStatus.published) return [];
      const message = { ...sheetMessages[type](data, subject), to };
      return [data.cause === 'lowered' ? { ...message, holders: 'makeupList:update' } : message];
    }
    default:
      return type satisfies never;
  }
}

async function write(
  stored: StoredEvent,
  index: number,
  { title, content, to, but = {}, holders, once }: Telling,
  { facts: { teachingClassId, scoreType } }: SetUpSheet,
  pool: Pool,
): Promise<void> {
  const { actor, time } = stored.metadata;
  const { rows: users } = await pool.query<{ user_name: string }>(
    `select account.user_name from base.user_account account
      where account.user_name <> all($4) and ($5::text is null or account.gh is distinct from $5)
        and (account.gh = any($1)
          or $2 and account.gh in (select taught.gh from base.teaching_class_teacher taught
            where taught.teaching_class_id = $3)
          or account.user_name in (${holdersOf('$6')}))`,
    [
      to.filter((gh) => gh !== null),
      to.includes(null),
      teachingClassId,
      [holders === undefined ? actor.userName : '', but.userName ?? ''],
      but.gh ?? null,
      holders ?? null,
    ],
  );
  if (users.length === 0) return;
  const {
    rows: [unit],
  } = await pool.query<{ dwmc: string }>(
    `select department.dwmc from base.user_account account
        join base.department on department.dwh = account.department_id where account.user_name = $1`,
    [actor.userName],
  );
  await inTransaction(pool, (client) =>
    writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(
          `${once === undefined ? stored.id : `${sheetId(teachingClassId, scoreType)}:${once}`}:sheet-message:${index}`,
        ),
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
