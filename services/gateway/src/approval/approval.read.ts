import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import type { Viewer } from './shared/approval-viewer.ts';
import { copiedKeyIn } from './shared/queue-keys.ts';
import { applicationColumns, type ApplicationRow } from './approval-rows.ts';
import { QUERY_PERMISSION } from './approval-sources.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const recordTable = readModelTable(approvalLogModel, 'record');
const handledTable = readModelTable(approvalListModel, 'handled');

/** One application that the person may see; undefined otherwise. */
export async function findApplication(
  db: Queryable,
  viewer: Viewer,
  applyId: string,
): Promise<ApplicationRow | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<ApplicationRow>(
    prepared(
      `select ${applicationColumns} from ${applicationTable} application
        where application.apply_id = ${params.add(applyId)} and ${visible(viewer, params)}`,
      params.values,
    ),
  );
  return rows[0];
}

/** Applications of one business object in one process, or by instance, that the person may see; newest first. */
export async function findApplications(
  db: Queryable,
  viewer: Viewer,
  by: { processNo: string; businessIds: readonly string[] } | { instanceIds: readonly string[] },
): Promise<ApplicationRow[]> {
  const params = sqlParams();
  const which =
    'instanceIds' in by
      ? // An instance has the id of its application.
        `application.apply_id = any(${params.add(by.instanceIds)})`
      : `application.process_no = ${params.add(by.processNo)}
        and application.business_id = any(${params.add(by.businessIds)})`;
  const { rows } = await db.query<ApplicationRow>(
    `select ${applicationColumns} from ${applicationTable} application where ${which} and ${visible(viewer, params)}
      order by application.apply_time desc, application.apply_id limit 500`,
    [...params.values],
  );
  return rows;
}

/**
 * Who may look at an application: who applied or entered it, who decides or decided at one of its nodes (their queues
 * are kept with it), to whom a node that decided is copied, and staff in whose scope the applicant's unit lies.
 */
function visible({ user, queueKeys, copiedKeys }: Viewer, params: SqlParams): string {
  const me = params.add(user.userName);
  const scope = scopeCondition(
    user,
    QUERY_PERMISSION,
    { target: 'application', DW: 'application.applicant_department_id', own: () => 'false' },
    params,
  );
  const copied =
    copiedKeys.length === 0
      ? ''
      : ` or exists (select 1 from jsonb_array_elements(application.nodes) as element (n)
      where ${copiedKeyIn('application', 'n')} = any(${params.add(copiedKeys)})
        and exists (select 1 from ${recordTable} record where record.apply_id = application.apply_id
          and record.kind = 'decided' and record.node_id = n->>'processNodeId'))`;
  return `(application.applicant_user = ${me} or ${me} = any(application.entered_by)
    or application.queue_keys && ${params.add(queueKeys)}::text[] 
    or exists (select 1 from ${handledTable} handled where handled.apply_id = application.apply_id
      and handled.user_name = ${me})
      or ${scope}${copied})`;
}
