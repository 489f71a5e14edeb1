import type { ApplicationEvent, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { APPLICATION_STREAM_PREFIX } from '@jwxt/contracts/approval/application.events.ts';
import { queueKey, type NodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { progressAfter } from '../kernel/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface ApplicationRow {
  apply_id: string; instance_id: string; process_no: string; process_name: string; process_version: number; approval_type: string; recall_allowed: boolean;
  business_id: string; business_table: string; score_type: string | null; teaching_class_id: string | null;
  status: string; round: number; revision: number;
  title: string; content: object; differences: object; content_hash: string;
  nodes: readonly NodeSnapshot[]; current_node_id: string | null; current_node_name: string | null; current_role_code: string | null; current_unit: string | null;
  waiting_since: string | null; apply_time: string;
  applicant_user: string; applicant_name: string; applicant_department_id: string | null; applicant_department_name: string | null; entered_by: readonly string[];
  /** Queues in which it waits or waited. */
  queue_keys: readonly string[];
  ended_at: string | null; last_decided_by_name: string | null; last_decided_at: string | null; last_result: string | null;
}
const application = defineTable<ApplicationRow>('application', {
  columns: {
    apply_id: 'text', instance_id: 'text', process_no: 'text', process_name: 'text', process_version: 'int', approval_type: 'text', recall_allowed: 'boolean',
    business_id: 'text', business_table: 'text', score_type: 'text', teaching_class_id: 'text',
    status: 'text', round: 'int', revision: 'int', title: 'text', content: 'jsonb', differences: 'jsonb', content_hash: 'text',
    nodes: 'jsonb', current_node_id: 'text', current_node_name: 'text', current_role_code: 'text', current_unit: 'text', waiting_since: 'timestamptz', apply_time: 'timestamptz',
    applicant_user: 'text', applicant_name: 'text', applicant_department_id: 'text', applicant_department_name: 'text', entered_by: 'text[]', queue_keys: 'text[]',
    ended_at: 'timestamptz', last_decided_by_name: 'text', last_decided_at: 'timestamptz', last_result: 'text',
  },
  key: ['apply_id'],
  indexes: ['(apply_time desc)', '(applicant_user, apply_time desc)', '(business_id, process_no)', '(current_role_code, current_unit) where current_node_id is not null', 'using gin (queue_keys)'],
});

interface DecisionRow { apply_id: string; revision: number; user_name: string; node_id: string; result: string; decided_at: string }
const decision = defineTable<DecisionRow>('decision', {
  columns: { apply_id: 'text', revision: 'int', user_name: 'text', node_id: 'text', result: 'text', decided_at: 'timestamptz' },
  key: ['apply_id', 'revision'],
  indexes: ['(user_name, decided_at desc)'],
});

const keyOf = (node: NodeSnapshot): string => queueKey(node.processNodeId, node.roleCode, node.scopeUnit);

/** What the approval centre lists: every application as it stands, and who decided what (APPROVAL-02…16). */
export const approvalList = defineProjection({
  name: 'approval-list', title: '审批列表', version: 1,
  streams: [APPLICATION_STREAM_PREFIX],
  tables: [application, decision],
  load: (rows, events) => rows.load(application, events.map(({ data }) => [data.applyId])),
  handlers: {
    ApplicationSubmitted(rows, event) {
      const { data } = event;
      const before = rows.get(application, [data.applyId]);
      const row: ApplicationRow = {
        apply_id: data.applyId, instance_id: data.applyId, process_no: data.process.processNo, process_name: data.process.processName,
        process_version: data.process.processVersion, approval_type: data.process.approvalType, recall_allowed: data.process.recallAllowed,
        business_id: data.businessId, business_table: data.businessTable, score_type: data.scoreType, teaching_class_id: data.teachingClassId,
        status: '1', round: data.round, revision: event.revision,
        title: data.content.title, content: data.content.pieces, differences: data.content.differences, content_hash: data.content.contentHash,
        nodes: data.process.nodes, current_node_id: null, current_node_name: null, current_role_code: null, current_unit: null, waiting_since: null, apply_time: data.applyTime,
        applicant_user: data.applicant.userName, applicant_name: data.applicant.name,
        applicant_department_id: data.applicant.departmentId, applicant_department_name: data.applicant.departmentName, entered_by: data.enteredBy,
        queue_keys: before?.queue_keys ?? [], ended_at: null,
        last_decided_by_name: before?.last_decided_by_name ?? null, last_decided_at: before?.last_decided_at ?? null, last_result: before?.last_result ?? null,
      };
      moved(rows, event, row);
    },
    NodePassed: (rows, event) => decided(rows, event, '0'),
    ApplicationRejected: (rows, event) => decided(rows, event, '2'),
    ApplicationReturned: (rows, event) => decided(rows, event, '2'),
    ApplicationNotPassed: (rows, event) => decided(rows, event, '1'),
    ApplicationPassed: (rows, event) => moved(rows, event, rows.need(application, [event.data.applyId])),
    ApplicationRecalled: (rows, event) => moved(rows, event, rows.need(application, [event.data.applyId])),
  },
});

type Decided = ProjectedEvent<Extract<ApplicationEvent, { type: 'NodePassed' | 'ApplicationRejected' | 'ApplicationReturned' | 'ApplicationNotPassed' }>>;

function decided(rows: BatchRows, event: Decided, result: NodeResult): void {
  const { applyId, processNodeId, auditPersonName } = event.data;
  rows.set(decision, { apply_id: applyId, revision: event.revision, user_name: event.userName, node_id: processNodeId, result, decided_at: event.time });
  rows.notice.user(event.userName);
  moved(rows, event, { ...rows.need(application, [applyId]), last_decided_by_name: auditPersonName, last_decided_at: event.time, last_result: result });
}

/** Puts the application where the event brings it, and tells those who see it move. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationEvent>, row: ApplicationRow): void {
  const { status, node } = progressAfter(event, row.nodes);
  const before = row.nodes.find((candidate) => candidate.processNodeId === row.current_node_id);
  if (before) rows.notice.queue(keyOf(before));
  if (node) rows.notice.queue(keyOf(node));
  rows.notice.user(row.applicant_user);
  rows.set(application, {
    ...row, status, revision: event.revision,
    current_node_id: node?.processNodeId ?? null, current_node_name: node?.processNodeName ?? null, current_role_code: node?.roleCode ?? null, current_unit: node?.scopeUnit ?? null,
    waiting_since: node ? event.time : null,
    queue_keys: node && !row.queue_keys.includes(keyOf(node)) ? [...row.queue_keys, keyOf(node)] : row.queue_keys,
    ended_at: status === '8' || status === '9' ? event.time : null,
  });
}
