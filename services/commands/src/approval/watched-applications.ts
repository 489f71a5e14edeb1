import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { approvableStatuses } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const recordTable = readModelTable(approvalLogModel, 'record');

/** An application that has perhaps waited at its node for longer than it may, and was not told of yet. */
export interface Late {
  readonly apply_id: string;
  readonly current_node_id: string;
  readonly waiting_since: Date;
}

/** Applications to look at because they wait long; `limitDays`: where their process says nothing. Longest first. */
export async function findLate(db: Queryable, now: Date, limitDays: number): Promise<Late[]> {
  const { rows } = await db.query<Late>(
    `select application.apply_id, application.current_node_id, application.waiting_since
       from ${applicationTable} application
       join base.process_definition running on running.process_no = application.process_no
        and running.version = application.process_version and running.definition ? 'timeoutAction'
      where application.status = any($1)
        and application.waiting_since < $2::timestamptz - coalesce(application.time_limit_days, $3) * interval '1 day'
        and not exists (select 1 from ${recordTable} record where record.apply_id = application.apply_id
          and record.kind = 'overdue' and record.examine_time >= application.waiting_since)
      order by application.waiting_since, application.apply_id`,
    [approvableStatuses, now, limitDays],
  );
  return rows;
}

/** An application at a node that all must pass, and some have. */
export interface Endorsed {
  readonly apply_id: string;
  readonly revision: number;
  readonly endorsed_by: readonly string[];
}

/** Applications to look at because some have passed their node, and perhaps nobody is left who must. */
export async function findEndorsed(db: Queryable): Promise<Endorsed[]> {
  const { rows } = await db.query<Endorsed>(
    `select apply_id, revision, endorsed_by from ${applicationTable} where endorsed_by <> '{}' order by apply_id`,
  );
  return rows;
}
