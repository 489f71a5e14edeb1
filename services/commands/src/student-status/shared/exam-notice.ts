import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { holdersOf } from '../../kernel/permission-holders.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';

/**
 * Tells those who keep the lists of make-ups and retakes, once, what a change of status did to them and to leave from
 * exams (decision 091).
 */
export async function tellOfExams(
  client: PoolClient,
  { factKey, studentCode, after }: { factKey: string; studentCode: string; after: { statusName: string } },
  { commandId, actor, time }: CommandContext,
): Promise<void> {
  const { rows } = await client.query<{ title: string; note: string; student: string }>(
    `select effect.title, effect.note,
        student.student_name || '（' || student.student_number || '）' as student
       from base.status_effect effect join base.student on student.student_code = $2
      where effect.fact_key = $1 and effect.kind = 'exam' order by effect.effect_no`,
    [factKey, studentCode],
  );
  const [first] = rows;
  if (!first) return;
  const { rows: keepers } = await client.query<{ user_name: string }>(holdersOf(`'makeupList:update'`));
  await writeMessage(
    client,
    {
      systemMessageEntityId: commandId,
      title: '学籍异动涉及补缓考与重修',
      content: `${first.student}学籍状态为“${after.statusName}”：${rows
        .map(({ title, note }) => `${title}，${note}`)
        .join('；')}。`,
      departmentName: actor.departmentName ?? '',
      createName: actor.name,
      createTime: time,
      endTime: null,
      noticeId: null,
      link: modulePath('scoreManage', 'makeupList'),
    },
    { users: keepers.map((keeper) => keeper.user_name) },
  );
}
