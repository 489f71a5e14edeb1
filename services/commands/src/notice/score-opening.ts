import { randomUUID } from 'node:crypto';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { openedScores } from '@jwxt/contracts/score-setting/score-opening.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { attemptsStream, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreType, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';
import { isReadModelNotYet } from '../kernel/read-model-missing.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import { isNews, writeMessage } from './shared/system-message.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

const everyMs = 10_000;
/** An opening is looked at again until then: what was published just before reaches the read model a little later. */
const settledAfterMs = 10 * 60_000;
/** Where a student sees the own scores. */
const STUDENT_HOME = '/jwxt/xs';

/** A row of 成绩查询控制 whose time has come. */
interface OpenRow {
  readonly key: string;
  readonly semester: string;
  readonly kind: ScoreType;
  readonly begin: Date;
  readonly end: Date | null;
  readonly evaluate: YesNo;
  readonly name: string;
}
const openRow = `opening.query_control_id as key, opening.semester_id as semester, opening.score_type as kind,
  opening.begin_time as begin, opening.end_time as "end", opening.need_evaluate as evaluate, semester.xnxqmc as name`;
const isOpen = `now() between opening.begin_time and coalesce(opening.end_time, 'infinity')`;

/**
 * Tells students whose scores have been opened (SCORE-MORE-40), once a student and opening. Openings of the last day,
 * and those whose row the office has written within it, are news; a row that came with an installation is none. Answers
 * how many were told. `isSettled`: a row, as it was written, needs no other
 * look.
 */
export async function tellOfOpenings(
  pool: Pool,
  isSettled: (written: string) => boolean = () => false,
): Promise<number> {
  let told = 0;
  for (const row of (await newOpenings(pool)).filter(({ written }) => !isSettled(written))) {
    const { rows: users } = await pool.query<{ user_name: string }>(
      `select account.user_name
         from (select distinct student_code from ${attemptTable}
           where semester_id = $2 and coalesce(score_type, '${scoreType.regular}') = $3) scored
         join base.student on student.student_code = scored.student_code
         join base.user_account account on account.student_code = student.student_code and account.sfqy = '1'
        where (select query_control_id from base.score_opening($2, $3, student.njdm, student.dwh)) = $1`,
      [row.key, row.semester, row.kind],
    );
    told += await tell(
      pool,
      row,
      users.map((user) => user.user_name),
    );
  }
  return told;
}

/** Tells a student whose score is published while its semester is open, unless he was told of that opening. */
export const tellOfOpenScores: Policy = {
  name: 'score-opening-message',
  types: ['AttemptRecorded'],
  start: 'now',
  async react(stored, { pool }) {
    if (!isNews(stored)) return null;
    const { data } = stored.event as Extract<AttemptsEvent, { type: 'AttemptRecorded' }>;
    const { rows } = await pool.query<OpenRow & { user_name: string }>(
      `select ${openRow}, account.user_name
         from base.student join base.user_account account
           on account.student_code = student.student_code and account.sfqy = '1'
         cross join lateral base.score_opening($2, $3, student.njdm, student.dwh) opening
         join base.semester on semester.xnxq = opening.semester_id
        where student.student_code = $1 and ${isOpen}`,
      [data.studentCode, data.semesterId, data.scoreType ?? scoreType.regular],
    );
    for (const row of rows) await tell(pool, row, [row.user_name]);
    return null;
  },
};

/**
 * Tells a student that a score of his which is open to him has another value now, and why: a correction, a ruling
 * (SCORE-CHANGE). Written once: the message's id is derived from the event.
 */
export const tellOfRevisedScores: Policy = {
  name: 'score-revised-message',
  types: ['AttemptRevised'],
  start: 'now',
  async react(stored, { pool, handler }) {
    if (!isNews(stored)) return null;
    const { data } = stored.event as Extract<AttemptsEvent, { type: 'AttemptRevised' }>;
    const { state } = await handler.read(attemptsStream(data.studentCode, data.courseId), attemptsStreams);
    const attempt = state.attempts.find(({ attemptId }) => attemptId === data.attemptId);
    if (!attempt) return null;
    const { rows } = await pool.query<{ user_name: string }>(
      `select account.user_name
         from base.student join base.user_account account
           on account.student_code = student.student_code and account.sfqy = '1'
         cross join lateral base.score_opening($2, $3, student.njdm, student.dwh) opening
        where student.student_code = $1 and ${isOpen}`,
      [data.studentCode, attempt.semesterId, attempt.scoreType ?? scoreType.regular],
    );
    if (rows.length === 0) return null;
    const named = ({ finalName, scoreRemarkCode }: { finalName: string; scoreRemarkCode: string }): string =>
      [finalName, shownRemark(scoreRemarkCode)].filter((part) => part !== '').join(' ');
    await inTransaction(pool, (client) =>
      writeMessage(
        client,
        {
          systemMessageEntityId: derivedId(`${stored.id}:revised-message`),
          title: '成绩已更改',
          content:
            `您的“${attempt.courseName}”成绩由 ${named(data.before)} 改为 ${named(data.after)}。` +
            `有疑问请联系任课教师或开课院系。`,
          departmentName: '',
          createName: '系统',
          createTime: stored.metadata.time,
          endTime: null,
          noticeId: null,
          link: STUDENT_HOME,
        },
        { users: rows.map((row) => row.user_name) },
      ),
    );
    return null;
  },
};

async function newOpenings(pool: Pool): Promise<(OpenRow & { readonly written: string })[]> {
  const { rows } = await pool.query<OpenRow & { written: string }>(
    `select ${openRow}, opening.query_control_id || ' ' || opening.xmin as written
       from base.score_query_control opening
       join base.semester on semester.xnxq = opening.semester_id
      where opening.sfqy = '1' and ${isOpen}
        and (opening.begin_time > now() - interval '1 day'
          or exists (select from base.operation_log log
            where log.resource = 'scoreQueryControl' and log.key = opening.query_control_id
              and log.operation in ('create', 'update') and log.at > now() - interval '1 day'))`,
  );
  return rows;
}

async function tell(pool: Pool, row: OpenRow, userNames: readonly string[]): Promise<number> {
  if (userNames.length === 0) return 0;
  const { key, kind, begin, end, evaluate, name } = row;
  return await inTransaction(pool, async (client) => {
    const { rows: users } = await client.query<{ user_name: string }>(
      `insert into base.score_opening_told (query_control_id, begin_time, user_name)
        select $1, $2, unnest($3::text[]) on conflict do nothing returning user_name`,
      [key, begin, userNames],
    );
    if (users.length === 0) return 0;
    return await writeMessage(
      client,
      {
        systemMessageEntityId: randomUUID(),
        title: '成绩已开放查询',
        content:
          `${openedScores(name, kind)}已开放查询` +
          `${end === null ? '' : `，至 ${toDateTimeText(end).slice(0, 16)} 止`}。` +
          `${evaluate === yesNo.yes ? '须先完成该学期的评教。' : ''}请在个人主页“我的成绩”中查看。`,
        departmentName: '',
        createName: '系统',
        createTime: new Date().toISOString(),
        endTime: end?.toISOString() ?? null,
        noticeId: null,
        link: STUDENT_HOME,
      },
      { users: users.map((user) => user.user_name) },
    );
  });
}

/** Looks every ten seconds what has been opened; for the process that leads. */
export function startOpeningMessages(pool: Pool, logger: Logger): { close(): Promise<void> } {
  const firstSeen = new Map<string, number>();
  const isSettled = (written: string): boolean => {
    const seen = firstSeen.get(written) ?? Date.now();
    firstSeen.set(written, seen);
    return Date.now() - seen > settledAfterMs;
  };
  return repeatedly(everyMs, async () => {
    try {
      const told = await tellOfOpenings(pool, isSettled);
      if (told > 0) logger.info({ told }, '已通知学生成绩开放查询');
    } catch (error) {
      if (!isReadModelNotYet(error)) logger.warn({ err: error }, '成绩开放查询的通知未完成，稍后重试');
    }
  });
}
