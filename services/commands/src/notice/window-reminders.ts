import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { isReadModelNotYet } from '../kernel/read-model-missing.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import { writeMessage } from './shared/system-message.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

const everyMs = 10 * 60_000;
const hourMs = 3_600_000;
/** Classes named in one message. */
const MOST_NAMED = 5;

/** A person whose sheets all end at one moment and are not handed in. */
interface Due {
  readonly user_name: string;
  readonly window_end: Date;
  readonly days: 1 | 3;
  readonly classes: string[];
  /** Class and score type of each, as the address of its sheet has them. */
  readonly sheets: string[];
}

/**
 * Reminds whoever types, three days and one day before the entry window ends (domain-model-score, SCORE-MORE-22): one
 * message a person and end, naming the classes that are not handed in. An end that was moved is another end. Answers
 * how many messages were written.
 */
export async function remindOfWindows(pool: Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<Due>(
    `select account.user_name, sheet.window_end, case
      when sheet.window_end <= $1::timestamptz + interval '1 day' then 1 else 3
        end as days,
            array_agg(sheet.course_name || ' ' || sheet.teaching_class_name
              order by sheet.course_name, sheet.teaching_class_name) as
              classes,
            array_agg(sheet.teaching_class_id || '/' || sheet.score_type) as sheets
       from ${sheetTable} sheet
       join base.user_account account on account.sfqy = '1' and (account.gh = sheet.import_teacher_gh
            or sheet.import_teacher_gh is null
              and account.gh in (select taught.gh from base.teaching_class_teacher taught
              where taught.teaching_class_id = sheet.teaching_class_id))
      where sheet.sheet_status in ('1', '2') and sheet.window_begin <= $1 and sheet.window_end > $1
        and sheet.window_end <= $1::timestamptz + interval '3 days'
      group by account.user_name, sheet.window_end`,
    [now],
  );
  const due = rows.map((row) => ({
    ...row,
    id: derivedId(`window-reminder:${row.user_name}:${row.window_end.toISOString()}:${row.days}`),
  }));
  const { rows: written } = await pool.query<{ id: string }>(
    'select system_message_entity_id as id from base.system_message_entity where system_message_entity_id = any($1)',
    [due.map(({ id }) => id)],
  );
  const known = new Set(written.map(({ id }) => id));
  const missing = due.filter(({ id }) => !known.has(id));
  for (const each of missing) await remind(pool, now, each);
  return missing.length;
}

async function remind(
  pool: Pool,
  now: Date,
  { id, user_name: userName, window_end: end, days, classes, sheets }: Due & { readonly id: string },
): Promise<void> {
  const named =
    classes
      .slice(0, MOST_NAMED)
      .map((name) => `“${name}”`)
      .join('、') + (classes.length > MOST_NAMED ? ' 等' : '');
  await inTransaction(pool, (client) =>
    writeMessage(
      client,
      {
        systemMessageEntityId: id,
        title:
          `成绩录入将在 ${days === 1 ? Math.ceil((end.getTime() - now.getTime()) / hourMs) + ' 小时' : '3 天'}` +
          '内截止',
        content:
          `您还有 ${classes.length} 个教学班的成绩没有送审：${named}。录入将于 ${toDateTimeText(end)} 截止，` +
          '请及时录入并送审。',
        departmentName: '',
        createName: '系统',
        createTime: now.toISOString(),
        endTime: end.toISOString(),
        noticeId: null,
        link: modulePath('scoreManage', sheets.length === 1 ? `entry/${sheets[0]}` : 'entry'),
      },
      { users: [userName] },
    ),
  );
}

/** Looks every ten minutes who is to be reminded; for the process that leads. */
export function startWindowReminders(
  pool: Pool,
  logger: Logger,
  now: () => Date = () => new Date(),
): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      const reminded = await remindOfWindows(pool, now());
      if (reminded > 0) logger.info({ reminded }, '已提醒成绩录入即将截止');
    } catch (error) {
      if (!isReadModelNotYet(error)) logger.warn({ err: error }, '成绩录入截止提醒未完成，稍后重试');
    }
  });
}
