import { because, type MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus, type ReassessmentType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';

/** Why the list of a sheet cannot change now: its scores are handed in or published. Null: it can. */
export function whyListStands(sheet: ScoreSheetState): Refused | null {
  if (sheet.status === sheetStatus.published) return refuse('MAKEUP_LIST_PUBLISHED');
  return sheet.status === sheetStatus.submitted
    ? refuse('SHEET_SUBMITTED', { name: sheet.submission.name, time: toDateTimeText(sheet.submission.at) })
    : null;
}

/** A list that the office changed after it was closed. */
interface ChangedList {
  readonly classId: string;
  readonly scoreType: ReassessmentType;
  readonly studentCodes: readonly string[];
  readonly text: MessageText;
}

/** What they read: who came, who went, and why. */
export async function listChangedText(
  client: PoolClient,
  byName: string,
  list: string,
  { add, remove, reason }: { add: readonly string[]; remove: readonly string[]; reason: string },
): Promise<MessageText> {
  const { rows } = await client.query<{ code: string; name: string }>(
    'select student_code as code, student_name as name from base.student where student_code = any($1) order by 1',
    [[...add, ...remove]],
  );
  const named = (verb: string, codes: readonly string[]): string[] => {
    const names = rows.filter(({ code }) => codes.includes(code)).map(({ name }) => name);
    return names.length === 0 ? [] : [`${verb}：${names.join('、')}`];
  };
  return {
    title: '考试名单已调整',
    content:
      `${byName}调整了${list}，${[...named('加入', add), ...named('移出', remove)].join('；')}` +
      `${because('原因', reason)}。`,
  };
}

/** Tells the teachers of a closed list, and the students who came or went, in the transaction that changes it. */
export async function tellOfList(
  client: PoolClient,
  { actor, commandId, time }: CommandContext,
  { classId, scoreType, studentCodes, text }: ChangedList,
): Promise<void> {
  const users = async (sql: string, value: unknown): Promise<string[]> =>
    (
      await client.query<{ name: string }>(
        `select account.user_name as name from base.user_account account where account.user_name <> $1 and ${sql}`,
        [actor.userName, value],
      )
    ).rows.map(({ name }) => name);
  const teachers = await users(
    'account.gh in (select taught.gh from base.teaching_class_teacher taught where taught.teaching_class_id = $2)',
    classId,
  );
  const students = await users('account.student_code = any($2)', studentCodes);
  const message = { ...text, departmentName: actor.departmentName ?? '', createName: actor.name, createTime: time };
  for (const [to, receivers, link] of [
    ['teachers', teachers, modulePath('scoreManage', `entry/${classId}/${scoreType}`)],
    ['students', students, null],
  ] as const) {
    const systemMessageEntityId = derivedId(`${commandId}:${to}`);
    if (receivers.length > 0)
      await writeMessage(
        client,
        { ...message, systemMessageEntityId, endTime: null, noticeId: null, link },
        { users: receivers },
      );
  }
}
