import type { z } from 'zod';
import type { approvalDetail, approvalLogRecord } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  APPLICANT_NODE,
  APPLICANT_NODE_NAME,
  LOG_RECORDS_PER_EVENT,
  nodeResultNames,
  type NodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared.ts';
import { isInApproval, type ApplicationRow } from './approval-rows.ts';

type LogRecord = z.output<typeof approvalLogRecord>;
type Detail = z.output<(typeof approvalDetail)['output']>;

/** A row of `rm_approval_log.record`. */
interface LogRow {
  apply_id: string;
  round: number;
  kind: 'submitted' | 'decided' | 'recalled' | 'skipped' | 'transferred' | 'urged';
  node_id: string | null;
  node_name: string | null;
  result: NodeResult | null;
  remark: string | null;
  examine_time: Date | null;
  person_name: string | null;
  person_department_name: string | null;
  /** Nodes of the application, in order. */
  node_ids: string[] | null;
}

const kindNames = {
  submitted: '提交申请',
  recalled: '撤回',
  skipped: '跳过',
  transferred: '转办',
  urged: '催办',
} as const;

/** The log of some applications, oldest record first (APPROVAL-51…53). */
export async function readLog(db: Queryable, applyIds: readonly string[]): Promise<LogRecord[]> {
  // For one the plan is kept; for some it is made each time, because nobody knows how many.
  const only = applyIds.length === 1 ? applyIds[0] : undefined;
  const { rows } = await db.query<LogRow>(
    prepared(
      `select r.apply_id, r.round, r.kind, r.node_id, r.node_name, r.result, r.remark, r.examine_time, r.person_name,
          r.person_department_name,
            array(select node->>'processNodeId' from jsonb_array_elements(a.nodes) node) as node_ids
       from rm_approval_log.record r left join rm_approval_list.application a on a.apply_id = r.apply_id
      where r.apply_id = ${only === undefined ? 'any($1)' : '$1'} order by a.apply_time, r.apply_id, r.seq`,
      [only ?? applyIds],
    ),
  );
  return [...Map.groupBy(rows, (row) => row.apply_id).values()].flatMap((own) =>
    skippedInPlace(own.map(recordOf), own[0]?.node_ids ?? []),
  );
}

/** A step that takes an application from where it waits. */
export interface TakingStep {
  readonly apply_id: string;
  readonly kind: 'decided' | 'transferred' | 'recalled';
  readonly person_user: string;
  readonly person_name: string;
  readonly result: NodeResult | null;
}

/** Of each application the first step after a revision that took it from where it waited. */
export async function firstStepsAfter(
  db: Queryable,
  revisions: Readonly<Record<string, number>>,
): Promise<Map<string, TakingStep>> {
  const { rows } = await db.query<TakingStep>(
    `select distinct on (r.apply_id) r.apply_id, r.kind, r.person_user, r.person_name, r.result
       from unnest($1::text[], $2::bigint[]) shown (apply_id, revision)
       join rm_approval_log.record r on r.apply_id = shown.apply_id
      where r.seq >= (shown.revision + 1) * $3 and r.kind in ('decided', 'transferred', 'recalled')
      order by r.apply_id, r.seq`,
    [Object.keys(revisions), Object.values(revisions), LOG_RECORDS_PER_EVENT],
  );
  return new Map(rows.map((row) => [row.apply_id, row]));
}

function recordOf(row: LogRow): LogRecord {
  return {
    processNodeId: row.node_id ?? APPLICANT_NODE,
    processNodeName: row.node_name ?? APPLICANT_NODE_NAME,
    processNodeResult: row.kind === 'decided' ? row.result : null,
    processNodeResultName:
      row.kind === 'decided' ? (row.result ? nodeResultNames[row.result] : '') : kindNames[row.kind],
    processNodeRemark: row.remark ?? '',
    processNodeExamineTime: row.examine_time ? toDateTimeText(row.examine_time) : null,
    auditPersonName: row.person_name ?? '',
    auditPersonDepartmentName: row.person_department_name,
    kind: row.kind,
    round: row.round,
  };
}

/**
 * One application's records with its passed-over nodes where the way went past them: that they would be is known at the
 * submission, but before the node in front of them has passed it nothing was passed over.
 */
export function skippedInPlace(records: readonly LogRecord[], nodeIds: readonly string[]): LogRecord[] {
  const told = records.filter(({ kind }) => kind !== 'skipped');
  for (const skipped of records.filter(({ kind }) => kind === 'skipped')) {
    const ofRound = (record: LogRecord) => record.round === skipped.round;
    const alsoSkipped = new Set(
      records
        .filter((record) => record.kind === 'skipped' && ofRound(record))
        .map(({ processNodeId }) => processNodeId),
    );
    const inFront = nodeIds
      .slice(0, Math.max(0, nodeIds.indexOf(skipped.processNodeId)))
      .findLast((nodeId) => !alsoSkipped.has(nodeId));
    const after = told.findLastIndex(
      (record) =>
        ofRound(record) &&
        (inFront === undefined
          ? record.kind === 'submitted'
          : record.kind === 'decided' && record.processNodeResult === '0' && record.processNodeId === inFront),
    );
    if (after < 0) continue;
    const next = told.findIndex((record, index) => index > after && record.kind !== 'skipped');
    told.splice(next < 0 ? told.length : next, 0, skipped);
  }
  return told;
}

/** The log, then the open node, then those still to come. */
export function progressOf(row: ApplicationRow, log: readonly LogRecord[]): LogRecord[] {
  if (!isInApproval(row)) return [...log];
  const at = row.nodes.findIndex(({ processNodeId }) => processNodeId === row.current_node_id);
  const ahead = row.nodes.slice(Math.max(at, 0));
  const coming = ahead.map((node): LogRecord => ({
    processNodeId: node.processNodeId,
    processNodeName: node.processNodeName,
    processNodeResult: null,
    processNodeResultName: node.skipped
      ? kindNames.skipped
      : node.processNodeId === row.current_node_id
        ? '待审批'
        : '未到达',
    processNodeRemark: node.skipReason ?? '',
    processNodeExamineTime: null,
    auditPersonName: node.processNodeId === row.current_node_id ? (row.assignee_name ?? '') : '',
    auditPersonDepartmentName: node.scopeUnitName,
    kind: node.skipped ? 'skipped' : 'waiting',
    round: row.round,
  }));
  return [...log, ...coming];
}

/** Applicant and nodes in order, with where the application stands. */
export function nodeStates(row: ApplicationRow, log: readonly LogRecord[]): Detail['nodes'] {
  const at = isInApproval(row) ? row.nodes.findIndex(({ processNodeId }) => processNodeId === row.current_node_id) : -1;
  const passed = new Set(
    log
      .filter(({ kind, round }) => kind === 'decided' && round === row.round)
      .map(({ processNodeId }) => processNodeId),
  );
  const withApplicant = row.status === '0' || row.status === '3' || row.status === '4';
  return [
    { processNodeId: APPLICANT_NODE, processNodeName: APPLICANT_NODE_NAME, state: withApplicant ? 'current' : 'done' },
    ...row.nodes.map(({ processNodeId, processNodeName, skipped }, index) => {
      if (skipped) return { processNodeId, processNodeName, state: 'skipped' as const };
      if (at >= 0)
        return {
          processNodeId,
          processNodeName,
          state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('ahead' as const),
        };
      return {
        processNodeId,
        processNodeName,
        state: !withApplicant && passed.has(processNodeId) ? ('done' as const) : ('ahead' as const),
      };
    }),
  ];
}

/** Where an application in approval may be returned to: the applicant, and the asked nodes before the current one. */
export function backNodes(row: ApplicationRow): { processNodeId: string; processNodeName: string }[] {
  const at = row.nodes.findIndex(({ processNodeId }) => processNodeId === row.current_node_id);
  return [
    { processNodeId: APPLICANT_NODE, processNodeName: APPLICANT_NODE_NAME },
    ...row.nodes
      .slice(0, Math.max(at, 0))
      .filter(({ skipped }) => !skipped)
      .map(({ processNodeId, processNodeName }) => ({ processNodeId, processNodeName })),
  ];
}
