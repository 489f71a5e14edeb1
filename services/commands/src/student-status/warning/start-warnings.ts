import { randomUUID } from 'node:crypto';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import type { LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Pool, PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { systemActor, type CommandContext } from '../../kernel/command-context.ts';
import { insertJob } from '../../kernel/long-job.routes.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { repeatedly } from '../../kernel/repeatedly.ts';
import { warningComputeJob } from './warning-compute-job.ts';

/** Starts the computation of a published scheme; one of a scheme at a time (STUDENT-STATUS-30). */
export async function startWarningRun(
  client: PoolClient,
  context: CommandContext,
  warningSchemeId: string,
): Promise<{ jobId: string; total: number } | Refused> {
  const {
    rows: [scheme],
  } = await client.query<{ name: string; status: string; departmentIds: readonly string[] }>(
    `select scheme_name as name, publish_status as status, department_ids as "departmentIds"
       from base.status_warning_scheme where warning_scheme_id = $1 for update`,
    [warningSchemeId],
  );
  if (!scheme) return refuse('NOT_FOUND');
  if (scheme.status !== publishStatus.published) return refuse('WARNING_SCHEME_NOT_PUBLISHED');
  const { rowCount } = await client.query(
    `select from base.long_job where kind = $1 and status in ('0', '1') and payload ->> 'warningSchemeId' = $2`,
    [warningComputeJob.kind, warningSchemeId],
  );
  if (rowCount !== 0) return refuse('WARNING_COMPUTING');
  // Whoever was listed is looked at again, also where nobody else of the grade and major is.
  const { rows: items } = await client.query<LongJobItem>(
    `select njzydm as "itemKey", njzymc as "itemName" from base.grade_major
      where exists (select from base.student where student.njzydm = grade_major.njzydm
          and (cardinality($1::text[]) = 0 or student.dwh = any($1))
          and exists (select from base.status_allowance allowed
            where allowed.status = student.dqztm and allowed.act = 'countInStatistics'))
        or exists (select from base.warning_initial line join base.student using (student_code)
          where line.warning_scheme_id = $2 and student.njzydm = grade_major.njzydm)
      order by njzymc, njzydm`,
    [scheme.departmentIds, warningSchemeId],
  );
  if (items.length === 0) return refuse('WARNING_NOBODY');
  await client.query('update base.status_warning_scheme set last_run_time = $2 where warning_scheme_id = $1', [
    warningSchemeId,
    context.time,
  ]);
  return await insertJob(client, context, {
    kind: warningComputeJob.kind,
    title: `${scheme.name}：计算预警名单`,
    payload: { warningSchemeId },
    items,
  });
}

/** Starts what was planned for a time that has come, once; answers how many. */
export async function startDueWarnings(pool: Pool, now = new Date()): Promise<number> {
  const { rows } = await pool.query<{ key: string; runTime: Date }>(
    `select warning_scheme_id as key, run_time as "runTime" from base.status_warning_scheme
      where publish_status = $1 and run_time <= $2 and auto_run_at is distinct from run_time`,
    [publishStatus.published, now],
  );
  let started = 0;
  for (const { key, runTime } of rows) {
    const commandId = derivedId(`${key}:${runTime.toISOString()}:warning-run`);
    const context: CommandContext = {
      commandId,
      command: 'chore:statusWarningCompute',
      correlationId: randomUUID(),
      causationId: null,
      clientAddress: null,
      actor: systemActor,
      permission: null,
      time: now.toISOString(),
    };
    const done = await applyOnce(pool, context, async (client) => {
      const run = await startWarningRun(client, context, key);
      if (isRefused(run) && run.refused.code === 'WARNING_COMPUTING') return run;
      await client.query('update base.status_warning_scheme set auto_run_at = run_time where warning_scheme_id = $1', [
        key,
      ]);
      return isRefused(run) ? null : run;
    });
    if (!isRefused(done) && done.result !== null) started += 1;
  }
  return started;
}

/** Looks every minute; for the process that leads. */
export function startPlannedWarnings(pool: Pool, logger: Logger): { close(): Promise<void> } {
  return repeatedly(60_000, async () => {
    try {
      const started = await startDueWarnings(pool);
      if (started > 0) logger.info({ started }, '已按计划时间开始计算学籍预警');
    } catch (error) {
      logger.warn({ err: error }, '学籍预警的计划计算未能开始，稍后重试');
    }
  });
}
