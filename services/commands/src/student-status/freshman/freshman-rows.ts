import { actProblem, freshmanActs, type FreshmanAct } from '@jwxt/contracts/student-status/freshman/freshman.rules.ts';
import type { FreshmanBatchResult } from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import type { FreshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';

/** One change of freshmen at a time, by whatever way: nobody is divided, numbered or changed twice. */
export async function lockFreshmen(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${freshman.name}`]);
}

/** A freshman as acts see him. */
export interface FreshmanState {
  readonly key: string;
  readonly name: string;
  readonly status: FreshmanStatus;
  /** When his grade enrols, and until when he has leave. */
  readonly enrollDate: string | null;
  readonly leaveUntil: string | null;
}

/** These freshmen, in the order of their exam numbers; who is not there is left out. */
export async function loadStates(client: PoolClient, keys: readonly string[]): Promise<FreshmanState[]> {
  const { rows } = await client.query<FreshmanState>(
    `select freshman_key as key, student_name as name, freshman_status as status,
        to_char(grade.rxrq, 'YYYY-MM-DD') as "enrollDate", to_char(leave_until, 'YYYY-MM-DD') as "leaveUntil"
       from base.freshman join base.grade using (njdm) where freshman_key = any($1) order by examinee_number`,
    [keys],
  );
  return rows;
}

/** The day of an instant at the school. */
export async function schoolDay(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ day: string }>(`select to_char(base.school_day(), 'YYYY-MM-DD') as day`);
  return rows[0]?.day ?? '';
}

/**
 * Does something to those of these freshmen to whom it may be done, with what it sets besides their state; the others
 * are told with why.
 */
export async function actOn(
  client: PoolClient,
  context: CommandContext,
  {
    act,
    keys,
    set,
    problem = () => null,
  }: {
    act: FreshmanAct;
    keys: readonly string[];
    set: Readonly<Record<string, string | null>>;
    problem?: (state: FreshmanState) => string | null;
  },
): Promise<FreshmanBatchResult> {
  await lockFreshmen(client);
  const states = await loadStates(client, keys);
  const kept = states.flatMap((state) => {
    const message = actProblem(state.status, act) ?? problem(state);
    return message === null ? [] : [{ key: state.key, name: state.name, message }];
  });
  const held = new Set(kept.map(({ key }) => key));
  const done = states.flatMap(({ key }) => (held.has(key) ? [] : [key]));
  await changeFreshmen(client, context, act, done, { freshman_status: freshmanActs[act].to, ...set });
  const there = new Set(states.map(({ key }) => key));
  const gone = [...new Set(keys)].filter((key) => !there.has(key));
  return {
    done: done.length,
    kept: [...kept, ...gone.map((key) => ({ key, name: key, message: '新生不存在' }))],
  };
}

/** Sets columns of freshmen to the same values, each with its line in the operation log, which tells these alone. */
export async function changeFreshmen(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  keys: readonly string[],
  set: Readonly<Record<string, string | null>>,
): Promise<void> {
  const columns = Object.keys(set).join(', ');
  const told = Object.keys(set)
    .map((column) => `'${column}', stored.${column}`)
    .join(', ');
  const { rows: before } = await client.query<{ key: string; row: object }>(
    `select freshman_key as key, jsonb_build_object('student_name', student_name, ${told}) as row
       from base.freshman stored where freshman_key = any($1)`,
    [keys],
  );
  const { rows: after } = await client.query<{ key: string; row: object }>(
    `update base.freshman stored set (${columns}) = (select ${columns}
        from jsonb_populate_record(null::base.freshman, $2::jsonb))
      where freshman_key = any($1)
      returning freshman_key as key, jsonb_build_object('student_name', student_name, ${told}) as row`,
    [keys, JSON.stringify(set)],
  );
  const known = new Map(before.map(({ key, row }) => [key, row]));
  await logOperations(
    client,
    context,
    operation,
    freshman.name,
    after.map(({ key, row }): LoggedChange => ({ key, before: known.get(key) ?? null, after: row })),
  );
}
