import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, deciderName } from '@jwxt/contracts/approval/application.state.ts';
import { decisionRemark, overdueRemark, transferRemark } from '@jwxt/contracts/approval/application.wording.ts';
import {
  APPLICANT_NODE,
  APPLICANT_NODE_NAME,
  LOG_RECORDS_PER_EVENT,
  type NodeResult,
  nodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { voidableStreams } from './ended-contents.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { record } = approvalLogModel.tables;

/** Every step of every application, oldest first (APPROVAL-52, 53), and what became of it after it had passed. */
export const approvalLog = defineProjection({
  readModel: approvalLogModel,
  version: 4,
  streams: [applicationStreams, ...voidableStreams],
  load: (rows, events) =>
    rows.loadGroups(
      record,
      ['apply_id'],
      events.flatMap((event) => (isVoiding(event) ? [[event.data.applyId]] : [])),
    ),
  handlers: {
    ApplicationSubmitted(rows, { data, revision, time }) {
      const subject = {
        apply_id: data.applyId,
        business_id: data.businessId,
        process_no: data.process.processNo,
        round: data.round,
        result: null,
      };
      rows.set(record, {
        ...subject,
        seq: revision * LOG_RECORDS_PER_EVENT,
        kind: 'submitted',
        node_id: APPLICANT_NODE,
        node_name: APPLICANT_NODE_NAME,
        remark: '',
        examine_time: time,
        person_user: data.applicant.userName,
        person_name: data.applicant.name,
        person_department_name: data.applicant.departmentName,
      });
      data.process.nodes
        .filter((node) => node.skipped)
        .forEach((node, index) =>
          rows.set(record, {
            ...subject,
            seq: revision * LOG_RECORDS_PER_EVENT + 1 + index,
            kind: 'skipped',
            node_id: node.processNodeId,
            node_name: node.processNodeName,
            remark: node.skipReason ?? '',
            examine_time: null,
            person_user: '',
            person_name: '',
            person_department_name: null,
          }),
        );
      rows.notice.user(data.applicant.userName);
    },
    NodePassed: (rows, event) => decided(rows, event, nodeResult.passed),
    ApplicationNotPassed: (rows, event) => decided(rows, event, nodeResult.notPassed),
    ApplicationRejected: (rows, event) => decided(rows, event, nodeResult.rejected),
    ApplicationReturned: (rows, event) => decided(rows, event, nodeResult.rejected),
    ApplicationRecalled(rows, { data, revision, time, userName, name }) {
      rows.set(record, {
        apply_id: data.applyId,
        seq: revision * LOG_RECORDS_PER_EVENT,
        business_id: data.businessId,
        process_no: data.processNo,
        round: data.round,
        kind: 'recalled',
        node_id: APPLICANT_NODE,
        node_name: APPLICANT_NODE_NAME,
        result: null,
        remark: data.reason ?? '',
        examine_time: time,
        person_user: userName,
        person_name: name,
        person_department_name: null,
      });
    },
    ApplicationTransferred(rows, { data, revision, time, userName }) {
      rows.set(record, {
        ...subjectOf(data),
        seq: revision * LOG_RECORDS_PER_EVENT,
        kind: 'transferred',
        remark: transferRemark(data),
        examine_time: time,
        person_user: userName,
        person_name: data.fromName,
        person_department_name: data.fromDepartmentName,
      });
    },
    ApplicationUrged(rows, { data, revision, time, userName }) {
      rows.set(record, {
        ...subjectOf(data),
        seq: revision * LOG_RECORDS_PER_EVENT,
        kind: 'urged',
        remark: data.remark,
        examine_time: time,
        person_user: userName,
        person_name: data.urgerName,
        person_department_name: data.urgerDepartmentName,
      });
    },
    NodeEndorsed(rows, { data, revision, time, userName }) {
      rows.set(record, {
        ...subjectOf(data),
        seq: revision * LOG_RECORDS_PER_EVENT,
        kind: 'endorsed',
        remark: data.opinion,
        examine_time: time,
        person_user: userName,
        person_name: deciderName(data),
        person_department_name: data.auditPersonDepartmentName,
      });
    },
    ApplicationOverdue(rows, { data, revision, time, userName, name }) {
      rows.set(record, {
        ...subjectOf(data),
        seq: revision * LOG_RECORDS_PER_EVENT,
        kind: 'overdue',
        remark: overdueRemark(data),
        examine_time: time,
        person_user: userName,
        person_name: name,
        person_department_name: null,
      });
    },
    StudentApplicationRevoked: voided,
    StudentApplicationClashed: voided,
    DeferredExamRevoked: voided,
    DeferredExamClashed: voided,
    RecognitionRevoked: voided,
    GradeMajorPlanClashed: voided,
    CourseAdjustClashed: voided,
  },
});

type Voiding = Extract<
  ProjectedEvent,
  {
    type:
      | 'StudentApplicationRevoked'
      | 'StudentApplicationClashed'
      | 'DeferredExamRevoked'
      | 'DeferredExamClashed'
      | 'RecognitionRevoked'
      | 'GradeMajorPlanClashed'
      | 'CourseAdjustClashed';
  }
>;

/** Told by the stream of what was asked for: every event of applications names its business or its draft. */
function isVoiding(event: ProjectedEvent): event is Voiding {
  return event.type.endsWith('Revoked') || event.type.endsWith('Clashed');
}

/** Its last step, after all that are told by the application itself. */
function voided(rows: BatchRows, { data, time, userName, name }: Voiding): void {
  const steps = rows.group(record, ['apply_id'], [data.applyId]);
  const last = steps.reduce<(typeof steps)[number] | undefined>(
    (latest, step) => (latest && latest.seq > step.seq ? latest : step),
    undefined,
  );
  if (!last) return;
  rows.set(record, {
    ...last,
    seq: last.seq + LOG_RECORDS_PER_EVENT,
    kind: 'why' in data ? 'clashed' : 'revoked',
    result: null,
    remark: 'why' in data ? data.why : data.reason,
    examine_time: time,
    person_user: userName,
    person_name: name,
    person_department_name: null,
  });
}

/** A step without a result, at the node where the application waits. */
function subjectOf(data: {
  applyId: string;
  businessId: string;
  processNo: string;
  round: number;
  processNodeId: string;
  processNodeName: string;
}) {
  return {
    apply_id: data.applyId,
    business_id: data.businessId,
    process_no: data.processNo,
    round: data.round,
    node_id: data.processNodeId,
    node_name: data.processNodeName,
    result: null,
  };
}

type Decided = ProjectedEvent<
  Extract<
    ApplicationEvent,
    { type: 'NodePassed' | 'ApplicationRejected' | 'ApplicationReturned' | 'ApplicationNotPassed' }
  >
>;

function decided(rows: BatchRows, { data, revision, time, userName }: Decided, result: NodeResult): void {
  rows.set(record, {
    apply_id: data.applyId,
    seq: revision * LOG_RECORDS_PER_EVENT,
    business_id: data.businessId,
    process_no: data.processNo,
    round: data.round,
    kind: 'decided',
    node_id: data.processNodeId,
    node_name: data.processNodeName,
    result,
    remark: decisionRemark(data),
    examine_time: time,
    person_user: userName,
    person_name: deciderName(data),
    person_department_name: data.auditPersonDepartmentName,
  });
}
