import type { z } from 'zod';
import { logStepNames } from '@jwxt/contracts/approval/application.wording.ts';
import type { approvalDetail, approvalLogRecord } from '@jwxt/contracts/approval/approval.operations.ts';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import {
  APPLICANT_NODE,
  APPLICANT_NODE_NAME,
  LOG_RECORDS_PER_EVENT,
  nodeResultNames,
  nodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { backNodesOf, processDefinition, type BackNode } from '@jwxt/contracts/approval/process-definition.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import { isInApproval, type ApplicationRow } from '../approval-rows.ts';
import { votesText, type NodeVotes } from '../node-votes.read.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const recordTable = readModelTable(approvalLogModel, 'record');

type LogRecord = z.output<typeof approvalLogRecord>;
type Detail = z.output<(typeof approvalDetail)['output']>;

type StoredRecord = ReadRowOf<typeof approvalLogModel.tables.record>;

/** A record of the log as it is read. */
interface LogRow extends Pick<
  StoredRecord,
  | 'apply_id'
  | 'round'
  | 'kind'
  | 'node_id'
  | 'node_name'
  | 'result'
  | 'remark'
  | 'examine_time'
  | 'person_name'
  | 'person_department_name'
> {
  /** Nodes of the application, in order. */
  node_ids: string[] | null;
}

/** The log of some applications, oldest record first (APPROVAL-51…53). */
export async function readLog(db: Queryable, applyIds: readonly string[]): Promise<LogRecord[]> {
  // For one the plan is kept; for some it is made each time, because nobody knows how many.
  const only = applyIds.length === 1 ? applyIds[0] : undefined;
  const { rows } = await db.query<LogRow>(
    prepared(
      `select record.apply_id, record.round, record.kind, record.node_id, record.node_name, record.result,
        record.remark, record.examine_time, record.person_name,
          record.person_department_name,
            array(select node->>'processNodeId' from jsonb_array_elements(application.nodes) node) as node_ids
       from ${recordTable} record left join ${applicationTable} application on application.apply_id = record.apply_id
      where record.apply_id = ${only === undefined ? 'any($1)' : '$1'}
        order by application.apply_time, record.apply_id, record.seq`,
      [only ?? applyIds],
    ),
  );
  return [...Map.groupBy(rows, (row) => row.apply_id).values()].flatMap((own) =>
    skippedInPlace(own.map(recordOf), own[0]?.node_ids ?? []),
  );
}

/** A step that takes an application from where it waits. */
export interface TakingStep extends Pick<StoredRecord, 'apply_id' | 'person_user' | 'person_name' | 'result'> {
  readonly kind: Extract<StoredRecord['kind'], 'decided' | 'transferred' | 'recalled'>;
}

/** Of each application the first step after a revision that took it from where it waited. */
export async function firstStepsAfter(
  db: Queryable,
  revisions: Readonly<Record<string, number>>,
): Promise<Map<string, TakingStep>> {
  const { rows } = await db.query<TakingStep>(
    `select distinct on (record.apply_id) record.apply_id, record.kind, record.person_user, record.person_name,
      record.result
       from unnest($1::text[], $2::bigint[]) shown (apply_id, revision)
       join ${recordTable} record on record.apply_id = shown.apply_id
      where record.seq >= (shown.revision + 1) * $3 and record.kind in ('decided', 'transferred', 'recalled')
      order by record.apply_id, record.seq`,
    [Object.keys(revisions), Object.values(revisions), LOG_RECORDS_PER_EVENT],
  );
  return new Map(rows.map((row) => [row.apply_id, row]));
}

function recordOf(row: LogRow): LogRecord {
  return {
    processNodeId: row.node_id,
    processNodeName: row.node_name,
    processNodeResult: row.kind === 'decided' ? row.result : null,
    processNodeResultName:
      row.kind === 'decided' ? (row.result ? nodeResultNames[row.result] : '') : logStepNames[row.kind],
    processNodeRemark: row.remark,
    processNodeExamineTime: row.examine_time ? toDateTimeText(row.examine_time) : null,
    auditPersonName: row.person_name,
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
          : record.kind === 'decided' &&
            record.processNodeResult === nodeResult.passed &&
            record.processNodeId === inFront),
    );
    if (after < 0) continue;
    const next = told.findIndex((record, index) => index > after && record.kind !== 'skipped');
    told.splice(next < 0 ? told.length : next, 0, skipped);
  }
  return told;
}

/** The log, then the open node, with who is waited for where all must pass, then those still to come. */
export function progressOf(row: ApplicationRow, log: readonly LogRecord[], votes: NodeVotes | null): LogRecord[] {
  if (!isInApproval(row)) return [...log];
  const at = row.nodes.findIndex(({ processNodeId }) => processNodeId === row.current_node_id);
  const ahead = row.nodes.slice(Math.max(at, 0));
  const coming = ahead.map((node): LogRecord => ({
    processNodeId: node.processNodeId,
    processNodeName: node.processNodeName,
    processNodeResult: null,
    processNodeResultName: node.skipped
      ? logStepNames.skipped
      : node.processNodeId === row.current_node_id
        ? '待审核'
        : '未到达',
    processNodeRemark: node.skipReason ?? (votes && node.processNodeId === row.current_node_id ? votesText(votes) : ''),
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
  const withApplicant = isWithApplicant(row.status);
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

/**
 * Where each application in approval may be returned to: the applicant and the asked nodes before the current one, as
 * far as the version that it runs by lets the current node.
 */
export async function readBackNodes(db: Queryable, found: readonly ApplicationRow[]): Promise<BackNode[][]> {
  const { rows } = await db.query<{ process_no: string; version: number; definition: unknown }>(
    `select process_no, version, definition from base.process_definition
      where (process_no, version) in (select * from unnest($1::text[], $2::int[]))`,
    [found.map((row) => row.process_no), found.map((row) => row.process_version)],
  );
  const definitions = rows.map((row) => ({ ...row, definition: processDefinition.parse(row.definition) }));
  return found.map((row) => {
    const by = definitions.find((one) => one.process_no === row.process_no && one.version === row.process_version);
    const canReject = by?.definition.nodes.find((node) => node.processNodeId === row.current_node_id)?.canReject;
    const asked = { approvalType: row.approval_type, nodes: row.nodes.filter(({ skipped }) => !skipped) };
    return backNodesOf(asked, { processNodeId: row.current_node_id ?? '', canReject });
  });
}
