import { randomUUID } from 'node:crypto';
import { processDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import {
  checkProcess,
  processCheck,
  processDetail,
  processDraftPublish,
  processDraftRemove,
  processDraftSave,
  processSimulate,
  publishProcessDraft,
  queryProcesses,
  removeProcessDraft,
  saveProcessDraft,
  simulateProcess,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import { approvableStatuses } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { secondaryAuthModel } from '@jwxt/contracts/approval/secondary-auth.read-model.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { overdueDays } from './approval-rows.ts';

const authorisationTable = readModelTable(secondaryAuthModel, 'authorisation');
const applicationTable = readModelTable(approvalListModel, 'application');

interface VersionRow {
  process_no: string;
  version: number;
  status: string;
  definition: unknown;
  published_at: Date;
  published_by: string;
}
interface DraftRow {
  revision: number;
  definition: unknown;
  edited_at: Date;
  edited_by: string;
}

/** SQL for the name of whoever has the account in a column, or the account itself (programs have none). */
const nameIn = (column: string): string =>
  `coalesce((select name from base.user_account where user_name = ${column}), ${column})`;

const versionOf = (row: VersionRow) => ({
  version: row.version,
  publishStatus: row.status,
  publishedAt: toDateTimeText(row.published_at),
  publishedBy: row.published_by,
  definition: processDefinition.parse(row.definition),
});

const queryHandler = handler(queryProcesses, async ({ categoryId }, call) => {
  const { rows } = await call.services.db.query<
    VersionRow & {
      edited_at: Date | null;
      edited_by: string | null;
      category_id: string | null;
      category_name: string | null;
    }
  >(
    `select published.process_no, published.version, published.status, published.definition, published.published_at,
        ${nameIn('published.published_by')} as published_by, draft.edited_at, ${nameIn('draft.edited_by')} as edited_by,
        category.category_id, category.category_name
       from base.process_definition published left join base.process_draft draft using (process_no)
       left join base.approval_category_detail detail on detail.approval_process_id = published.process_no
         and detail.sfqy = '1'
       left join base.approval_category category using (category_id)
      where published.status = '1' and ($1::text is null or category.category_id = $1)
      order by published.process_no`,
    [categoryId || null],
  );
  return {
    list: rows.map((row) => ({
      ...versionOf(row),
      processNo: row.process_no,
      categoryId: row.category_id,
      categoryName: row.category_name,
      draft: row.edited_at && { editedAt: toDateTimeText(row.edited_at), editedBy: row.edited_by ?? '' },
    })),
  };
});

const detailHandler = handler(processDetail, async ({ processNo }, call) => {
  const { db } = call.services;
  const [versions, drafts, roles, limit] = await Promise.all([
    db.query<VersionRow & { running: number }>(
      `select process_no, version, status, definition, published_at, ${nameIn('published_by')} as published_by,
          (select count(*)::int from ${applicationTable} application
            where application.process_no = published.process_no and application.process_version = published.version
              and application.status = any($2)) as running
         from base.process_definition published where process_no = $1 order by version desc`,
      [processNo, approvableStatuses],
    ),
    db.query<DraftRow>(
      `select revision, definition, edited_at, ${nameIn('edited_by')} as edited_by from base.process_draft
        where process_no = $1`,
      [processNo],
    ),
    db.query<{ jsbh: string; jsmc: string; approves: boolean; reads: boolean }>(
      `select jsbh, jsmc, coalesce(bool_or(qxbh = 'system:approve'), false) as approves,
          coalesce(bool_or(qxbh = 'systemApprove:query'), false) as reads
         from base.role left join base.role_permission using (jsbh) group by jsbh, jsmc order by jsbh`,
    ),
    db.query<{ days: number }>(`select ${overdueDays} as days`),
  ]);
  if (versions.rows.length === 0) throw new Refused('PROCESS_UNKNOWN', { process: processNo });
  const [draft] = drafts.rows;
  return {
    processNo,
    versions: versions.rows.map((row) => ({ ...versionOf(row), running: row.running })),
    draft: draft
      ? {
          revision: draft.revision,
          editedAt: toDateTimeText(draft.edited_at),
          editedBy: draft.edited_by,
          definition: processDefinition.parse(draft.definition),
        }
      : null,
    roles: roles.rows,
    defaultLimitDays: limit.rows[0]?.days ?? 3,
  };
});

const saveHandler = handler(processDraftSave, ({ commandId, ...draft }, call) =>
  runCommand(saveProcessDraft, draft, call, { commandId }),
);
const removeHandler = handler(processDraftRemove, ({ commandId, ...draft }, call) =>
  runCommand(removeProcessDraft, draft, call, { commandId }),
);
const publishHandler = handler(processDraftPublish, ({ commandId, ...draft }, call) =>
  runCommand(publishProcessDraft, draft, call, { commandId }),
);
const checkHandler = handler(processCheck, ({ definition }, call) =>
  runCommand(checkProcess, definition, call, { commandId: randomUUID() }),
);
const simulateHandler = handler(processSimulate, async (wanted, call) => {
  const simulated = await runCommand(simulateProcess, wanted, call, { commandId: randomUUID() });
  const names = simulated.nodes.flatMap(({ holders }) => holders.map(({ userName }) => userName));
  const delegates = await readDelegates(call.services.db, names, simulated.processNo, call.now);
  return {
    ...simulated,
    nodes: simulated.nodes.map((node) => ({
      ...node,
      holders: node.holders.map((one) => ({ ...one, delegates: delegates.get(one.userName) ?? [] })),
    })),
  };
});

/** Who stands in for whom at this moment, in a process. */
async function readDelegates(
  db: Queryable,
  userNames: readonly string[],
  processNo: string,
  now: Date,
): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ from_user: string; to_name: string; end_time: Date }>(
    `select from_user, to_name, end_time from ${authorisationTable}
      where from_user = any($1) and revoked_at is null and begin_time <= $3 and end_time > $3
        and (process_nos = '{}' or $2 = any(process_nos)) order by granted_at, auth_id`,
    [userNames, processNo, now],
  );
  return new Map(
    [...Map.groupBy(rows, ({ from_user: from }) => from)].map(([from, own]) => [
      from,
      own.map(({ to_name: name, end_time: end }) => `${name}（至 ${toDateTimeText(end)}）`),
    ]),
  );
}

export const processSettingHandlers = [
  queryHandler,
  detailHandler,
  saveHandler,
  removeHandler,
  publishHandler,
  checkHandler,
  simulateHandler,
];
