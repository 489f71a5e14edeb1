import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { convertTemporary } from '@jwxt/contracts/student-status/file/temporary-student.operations.ts';
import { TEMPORARY_STUDENT_TYPE } from '@jwxt/contracts/student-status/file/temporary-student.resource.ts';
import { studentStatus } from '@jwxt/contracts/student-status/status.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { recordStatusFacts } from '../shared/status-fact.ts';

interface Asked {
  readonly key: string;
  readonly studentNumber: string;
  readonly studentType: string;
  readonly bjdm: string;
}

/** Makes a temporary student a student: the person stays, and so does everything that names the person. */
async function convert(
  client: PoolClient,
  context: CommandContext,
  { key, studentNumber, studentType, bjdm }: Asked,
): Promise<{ studentCode: string } | Refused> {
  const wrong = (field: string, message: string) => refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });
  await client.query('select pg_advisory_xact_lock(hashtext($1))', ['resource:studentInfo']);
  const { rows } = await client.query<{
    converted: boolean;
    name: string;
    taken: boolean;
    known: boolean;
    kind: boolean;
  }>(
    `select to_student_code is not null as converted, student_name as name,
        exists (select from base.student where student_number = $2) as taken,
        exists (select from base.class_info where bjdm = $3 and sfqy = '1') as known,
        exists (select from base.data_dict where dmlb = 'XTGL_XSLB' and dm = $4 and dm <> $5) as kind
       from base.temporary_student where temporary_student_id = $1 for update`,
    [key, studentNumber, bjdm, studentType, TEMPORARY_STUDENT_TYPE],
  );
  const [found] = rows;
  if (!found) return refuse('NOT_FOUND');
  if (found.converted) return refuse('TEMPORARY_CONVERTED', { name: found.name });
  if (found.taken) return wrong('studentNumber', '学号已存在');
  if (!found.known) return wrong('bjdm', '行政班不存在或已停用');
  if (!found.kind) return wrong('studentType', '请选择学籍的学生类别');
  const { rows: numbered } = await client.query<LoggedChange>(
    `with old as (select to_jsonb(student) as before from base.student where student_code = $1)
     update base.student set student_number = $2 from old where student_code = $1
     returning student_code as key, old.before, to_jsonb(student) as after`,
    [key, studentNumber],
  );
  await logOperations(client, context, 'number', 'student', numbered);
  await recordStatusFacts(client, context, [
    {
      factKey: `temporary:${key}`,
      studentCode: key,
      effectiveDate: toDateTimeText(context.time).slice(0, 10),
      changeType: null,
      source: 'change',
      applyId: null,
      after: { status: studentStatus.studying, bjdm, studentType },
    },
  ]);
  const { rows: ended } = await client.query<LoggedChange>(
    `with old as (select to_jsonb(guest) as before from base.temporary_student guest where temporary_student_id = $1)
     update base.temporary_student guest set to_student_code = $1, to_student_number = $2 from old
      where temporary_student_id = $1
     returning temporary_student_id as key, old.before, to_jsonb(guest) as after`,
    [key, studentNumber],
  );
  await logOperations(client, context, 'update', 'temporaryStudent', ended);
  return { studentCode: key };
}

export const temporaryStudentRoutes = [
  defineRoute(convertTemporary, (asked, context, { pool, reference }) =>
    applyOnce(pool, context, async (client) => {
      const done = await convert(client, context, asked);
      reference.forget();
      return done;
    }),
  ),
];
