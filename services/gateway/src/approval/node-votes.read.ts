import type { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { nodeMode } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { readApproversOf } from './approver.read.ts';

/** SQL for whether all must pass the node that the application aliased `application` waits at (审批方式). */
export const allPass = `exists (select 1 from base.process_definition version,
    jsonb_array_elements(version.definition->'nodes') as element (n)
    where version.process_no = application.process_no and version.version = application.process_version
      and n->>'processNodeId' = application.current_node_id and n->>'nodeMode' = '${nodeMode.all}')`;

type Waiting = Pick<
  ReadRowOf<typeof approvalListModel.tables.application>,
  'nodes' | 'current_node_id' | 'assignee_user' | 'applicant_user' | 'entered_by' | 'endorsed_by'
> & { readonly all_pass: boolean };

/** How far a node is that all must pass: how many have, of those and the ones who are waited for, by name. */
export interface NodeVotes {
  readonly passed: number;
  readonly pending: readonly string[];
}

/** The votes at the node where an application waits; null where any one decides, or one alone to whom it was handed. */
export async function votesAt(db: Queryable, row: Waiting): Promise<NodeVotes | null> {
  const node = row.nodes.find(({ processNodeId }) => processNodeId === row.current_node_id);
  if (!node || !row.all_pass || row.assignee_user !== null) return null;
  const without = new Set([row.applicant_user, ...row.entered_by, ...row.endorsed_by]);
  const pending = (await readApproversOf(db, node)).filter(({ userName }) => !without.has(userName));
  return { passed: row.endorsed_by.length, pending: pending.map(({ name }) => name) };
}

/** `2/3 已通过，待 吴副院长 审批`. */
export const votesText = ({ passed, pending }: NodeVotes): string =>
  `${String(passed)}/${String(passed + pending.length)} 已通过` +
  (pending.length === 0 ? '' : `，待 ${pending.join('、')} 审批`);
