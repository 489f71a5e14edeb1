import type { z } from 'zod';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type {
  changeRegistrations,
  generateRegistrations,
  registerClasses,
  registerOwn,
  RegistrationResult,
  remindUnregistered,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { registrationProblem } from '@jwxt/contracts/student-status/term/registration.rules.ts';
import { registration } from '@jwxt/contracts/student-status/term/term.resource.ts';
import {
  registerStatus,
  registerWay,
  type RegisterStatus,
} from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';
import { lockRegistrations, type LockedRegistration } from './registration.facts.ts';

/** What a registration becomes. */
interface Wanted {
  readonly to: RegisterStatus;
  readonly way?: string;
  readonly greenChannel?: boolean;
  readonly reason?: string | undefined;
  readonly delayTo?: string | undefined;
}

/**
 * Gives locked registrations another status, each that may have it, in two statements however many they are
 * (STUDENT-STATUS-03).
 */
async function decide(
  client: PoolClient,
  context: CommandContext,
  registrations: readonly LockedRegistration[],
  { to, way, greenChannel = false, reason, delayTo }: Wanted,
): Promise<RegistrationResult> {
  const judged = registrations.map((each) => ({
    each,
    problem: registrationProblem(to, { ...each, greenChannel: each.greenChannel || greenChannel }),
  }));
  const changing = judged.filter(({ problem }) => problem === null).map(({ each }) => each);
  const registered = to === registerStatus.registered;
  const { rows } = await client.query<{ key: string; after: object }>(
    `update base.registration stored set register_status = $2, register_way = $3, register_time = $4,
        green_channel = case when $5::boolean then '1' else green_channel end, delay_reason = $6, delay_to = $7,
        refuse_reason = $8
      where registration_id = any($1) returning registration_id as key, to_jsonb(stored) as after`,
    [
      changing.map(({ registrationId }) => registrationId),
      to,
      registered ? (way ?? registerWay.onSite) : null,
      registered ? context.time : null,
      greenChannel,
      to === registerStatus.delayed ? reason : null,
      to === registerStatus.delayed ? delayTo : null,
      to === registerStatus.refused ? reason : null,
    ],
  );
  const before = new Map(changing.map(({ registrationId, row }) => [registrationId, row]));
  await logOperations(
    client,
    context,
    'update',
    registration.name,
    rows.map(({ key, after }): LoggedChange => ({
      key,
      before: before.get(key) ?? null,
      // Why something was taken back stands nowhere in the row.
      after: to === registerStatus.none ? { ...after, reason } : after,
    })),
  );
  return {
    done: changing.length,
    kept: judged.flatMap(({ each, problem }) =>
      problem ? [{ name: each.studentName, message: errorText(problem.code, problem.details) }] : [],
    ),
  };
}

/** Decides about those who are chosen. */
export async function changeChosen(
  client: PoolClient,
  context: CommandContext,
  { keys, to, greenChannel, reason, delayTo }: z.output<typeof changeRegistrations.payload>,
): Promise<RegistrationResult> {
  const registrations = await lockRegistrations(client, { keys });
  return await decide(client, context, registrations, {
    to,
    reason,
    delayTo,
    greenChannel: greenChannel === yesNo.yes,
    way: registerWay.batch,
  });
}

/** Rows for students who may register and have none; tells which. */
async function addRows(
  client: PoolClient,
  semesterId: string,
  of: { readonly classes: readonly string[] } | { readonly student: string } | 'everybody',
): Promise<LoggedChange[]> {
  const { rows } = await client.query<{ key: string; after: object }>(
    `insert into base.registration as stored (registration_id, student_code, semester_id)
      select gen_random_uuid()::text, student.student_code, $1 from base.student
       where exists (select from base.status_allowance where status = student.dqztm and act = 'register')
         and ($2::text[] is null or student.bjdm = any($2)) and ($3::text is null or student.student_code = $3)
      on conflict (student_code, semester_id) do nothing
      returning registration_id as key, to_jsonb(stored) as after`,
    [
      semesterId,
      of !== 'everybody' && 'classes' in of ? of.classes : null,
      of !== 'everybody' && 'student' in of ? of.student : null,
    ],
  );
  return rows.map(({ key, after }) => ({ key, before: null, after }));
}

/** Registers whole classes: those without a row get one, those who are registered stay as they are. */
export async function registerWholeClasses(
  client: PoolClient,
  context: CommandContext,
  { semesterId, classes }: z.output<typeof registerClasses.payload>,
): Promise<RegistrationResult | Refused> {
  const added = await addRows(client, semesterId, { classes });
  await logOperations(client, context, 'create', registration.name, added);
  const all = await lockRegistrations(client, { semesterId, classes });
  const open = all.filter(({ status }) => status !== registerStatus.registered);
  if (open.length === 0) return refuse('REGISTRATION_NOBODY');
  return await decide(client, context, open, { to: registerStatus.registered, way: registerWay.batch });
}

/** The list of a semester: everybody who may register. One line of the log says how many came. */
export async function generateList(
  client: PoolClient,
  context: CommandContext,
  { semesterId }: z.output<typeof generateRegistrations.payload>,
): Promise<{ added: number } | Refused> {
  const { rowCount } = await client.query('select from base.semester where xnxq = $1', [semesterId]);
  if (rowCount === 0) return refuse('NOT_FOUND');
  const added = (await addRows(client, semesterId, 'everybody')).length;
  if (added > 0)
    await logOperations(client, context, 'create', registration.name, [
      { key: semesterId, before: null, after: { semesterId, added } },
    ]);
  return { added };
}

/** A student registers himself, within the times that the school has set. */
export async function registerHimself(
  client: PoolClient,
  context: CommandContext,
  { semesterId }: z.output<typeof registerOwn.payload>,
): Promise<{ key: string } | Refused> {
  const { studentCode } = context.actor;
  if (studentCode === null) return refuse('REGISTRATION_NO_STUDENT');
  const { rowCount: open } = await client.query(
    `select from base.registration_time
      where semester_id = $1 and sfqy = '1' and $2::timestamptz between begin_time and end_time`,
    [semesterId, context.time],
  );
  if (open === 0) return refuse('REGISTRATION_CLOSED');
  const added = await addRows(client, semesterId, { student: studentCode });
  await logOperations(client, context, 'create', registration.name, added);
  const [own] = await lockRegistrations(client, { semesterId, student: studentCode });
  if (!own) {
    const { rows } = await client.query<{ status: string }>(
      `select coalesce(mc, dqztm) as status from base.student
        left join base.data_dict on dmlb = 'XTGL_XSDQZT' and dm = dqztm where student_code = $1`,
      [studentCode],
    );
    return refuse('REGISTRATION_STATUS', { status: rows[0]?.status ?? '' });
  }
  const problem = registrationProblem(registerStatus.registered, own);
  if (problem) return refuse(problem.code, problem.details);
  await decide(client, context, [own], { to: registerStatus.registered, way: registerWay.online });
  return { key: own.registrationId };
}

/** Reminds students who are not registered by now; those who are meanwhile are told nothing. */
export async function remind(
  client: PoolClient,
  context: CommandContext,
  { semesterId, students }: z.output<typeof remindUnregistered.payload>,
): Promise<{ told: number } | Refused> {
  const { rows } = await client.query<{ userName: string; semesterName: string }>(
    `select account.user_name as "userName", semester.xnxqmc as "semesterName"
       from base.registration told join base.semester on semester.xnxq = told.semester_id
       join base.user_account account on account.student_code = told.student_code
      where told.semester_id = $1 and told.student_code = any($2) and told.register_status in ('0', '2')`,
    [semesterId, students],
  );
  const [first] = rows;
  if (!first) return refuse('REGISTRATION_NOBODY');
  const told = await writeMessage(
    client,
    {
      systemMessageEntityId: derivedId(`${context.commandId}:remind`),
      title: `请办理${first.semesterName}注册`,
      content: `您还没有完成${first.semesterName}的注册，请尽快在“我的注册”中办理，或到所在院系办理；不能按时注册的，请说明原因申请暂缓。`,
      departmentName: context.actor.departmentName ?? '',
      createName: context.actor.name,
      createTime: context.time,
      endTime: null,
      noticeId: null,
      link: modulePath('student', 'myRegistration'),
    },
    { users: rows.map(({ userName }) => userName) },
  );
  await logOperations(client, context, 'remind', registration.name, [
    { key: semesterId, before: null, after: { semesterId, told } },
  ]);
  return { told };
}
