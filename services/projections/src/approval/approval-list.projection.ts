import type { ApplicationEvent, ApplicationMove, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { voidableStreams } from './ended-contents.ts';
import { progressAfter } from './shared/application-progress.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { assignedQueueKey, queueKey, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import type { Key } from '../kernel/table.ts';
import { retally, talliesOf } from './approval-tally.ts';

const { application, handled, tally } = approvalListModel.tables;
type ApplicationRow = RowOf<typeof application>;

const keyOf = (node: NodeSnapshot): string => queueKey(node.processNodeId, node.roleCode, node.scopeUnit);

/**
 * What the approval centre lists: every application as it stands, who decided on what, and how many that makes by day
 * (APPROVAL-02…16). One that passed is void once what it brought was taken back, or could not take effect.
 */
export const approvalList = defineProjection({
  readModel: approvalListModel,
  version: 8,
  streams: [applicationStreams, ...voidableStreams],
  async load(rows, events) {
    const ids = events.map(({ data }): Key => [data.applyId]);
    await rows.load(application, ids);
    await rows.loadGroups(handled, ['apply_id'], ids);
    await rows.load(
      tally,
      [...Map.groupBy(events, ({ data }) => data.applyId)].flatMap(([applyId, own]) =>
        talliesTouched(rows, applyId, own),
      ),
    );
  },
  handlers: {
    ApplicationSubmitted(rows, event) {
      const { data } = event;
      const before = rows.get(application, [data.applyId]);
      const row: ApplicationRow = {
        apply_id: data.applyId,
        instance_id: data.applyId,
        process_no: data.process.processNo,
        process_name: data.process.processName,
        process_version: data.process.processVersion,
        approval_type: data.process.approvalType,
        recall_allowed: data.process.recallAllowed,
        business_id: data.businessId,
        business_table: data.businessTable,
        score_type: data.scoreType,
        teaching_class_id: data.teachingClassId,
        status: businessStatus.awaiting,
        round: data.round,
        revision: event.revision,
        title: data.content.title,
        content: data.content.pieces,
        differences: data.content.differences,
        content_hash: data.content.contentHash,
        nodes: data.process.nodes,
        current_node_id: null,
        current_node_name: null,
        current_role_code: null,
        current_unit: null,
        waiting_since: null,
        apply_time: data.applyTime,
        assignee_user: null,
        assignee_name: null,
        urged_at: before?.urged_at ?? null,
        endorsed_by: [],
        fact_use_process_code: data.process.factUseProcessCode ?? null,
        need_radio: data.process.needRadio ?? yesNo.no,
        is_all_school: null,
        transfer_allowed: data.process.transferAllowed ?? true,
        time_limit_days: data.process.timeLimitDays ?? null,
        applicant_user: data.applicant.userName,
        applicant_name: data.applicant.name,
        applicant_department_id: data.applicant.departmentId,
        applicant_department_name: data.applicant.departmentName,
        entered_by: data.enteredBy,
        queue_keys: before?.queue_keys ?? [],
        ended_at: null,
      };
      moved(rows, event, row);
    },
    NodePassed(rows, event) {
      if (event.data.isAllSchool !== null)
        rows.change(application, [event.data.applyId], { is_all_school: event.data.isAllSchool });
      decided(rows, event);
    },
    NodeEndorsed(rows, event) {
      const row = rows.need(application, [event.data.applyId]);
      const { isAllSchool, onBehalfOf } = event.data;
      const waits = waitsIn(row);
      if (waits !== null) rows.notice.queue(waits);
      rows.notice.user(row.applicant_user);
      rows.notice.user(event.userName);
      const endorsed: ApplicationRow = {
        ...row,
        is_all_school: isAllSchool ?? row.is_all_school,
        endorsed_by: [...row.endorsed_by, onBehalfOf?.userName ?? event.userName],
      };
      // Who passed it has dealt with it; it waits there still, for the others.
      standAt(rows, row, endorsed, waits, { user_name: event.userName, decided_at: event.time });
    },
    ApplicationRejected: decided,
    ApplicationReturned: decided,
    ApplicationNotPassed: decided,
    ApplicationPassed: (rows, event) => moved(rows, event, rows.need(application, [event.data.applyId])),
    ApplicationRecalled: (rows, event) => moved(rows, event, rows.need(application, [event.data.applyId])),
    ApplicationTransferred(rows, event) {
      const row = rows.need(application, [event.data.applyId]);
      const before = waitsIn(row);
      const { toUser, toName } = event.data;
      const after = assignedQueueKey(event.data.processNodeId, toUser);
      if (before !== null) rows.notice.queue(before);
      rows.notice.queue(after);
      rows.notice.user(row.applicant_user);
      rows.notice.user(event.userName);
      const moved: ApplicationRow = {
        ...row,
        revision: event.revision,
        assignee_user: toUser,
        assignee_name: toName,
        endorsed_by: [],
        queue_keys: row.queue_keys.includes(after) ? row.queue_keys : [...row.queue_keys, after],
      };
      // Who handed it on has dealt with it, and finds it among what is done.
      standAt(rows, row, moved, after, { user_name: event.userName, decided_at: event.time });
    },
    ApplicationUrged(rows, event) {
      const row = rows.need(application, [event.data.applyId]);
      const waits = waitsIn(row);
      if (waits !== null) rows.notice.queue(waits);
      rows.notice.user(row.applicant_user);
      rows.set(application, { ...row, urged_at: event.time });
    },
    ApplicationOverdue(rows, event) {
      const row = rows.need(application, [event.data.applyId]);
      const waits = waitsIn(row);
      if (waits !== null) rows.notice.queue(waits);
      rows.notice.user(row.applicant_user);
      // Those to whom it was reported may look at it, before it comes to them.
      const above = event.data.reportedTo;
      const key = above?.processNodeId ? queueKey(above.processNodeId, above.roleCode, above.scopeUnit) : null;
      if (key !== null && !row.queue_keys.includes(key))
        rows.set(application, { ...row, queue_keys: [...row.queue_keys, key] });
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

/** It passed, and counts for nothing: no decision, so nothing that is counted by day moves. */
function voided(rows: BatchRows, { data: { applyId } }: { readonly data: { readonly applyId: string } }): void {
  if (!rows.get(application, [applyId])) return;
  const status = businessStatus.voided;
  const row = rows.change(application, [applyId], { status });
  rows.notice.user(row.applicant_user);
  for (const one of rows.group(handled, ['apply_id'], [applyId])) {
    rows.set(handled, { ...one, status });
    rows.notice.user(one.user_name);
  }
}

/** Queue in which an application waits; null when it waits nowhere. */
function waitsIn(row: ApplicationRow): string | null {
  const node = row.nodes.find(({ processNodeId }) => processNodeId === row.current_node_id);
  if (!node) return null;
  return row.assignee_user === null ? keyOf(node) : assignedQueueKey(node.processNodeId, row.assignee_user);
}

type Decided = ProjectedEvent<
  Extract<
    ApplicationEvent,
    { type: 'NodePassed' | 'ApplicationRejected' | 'ApplicationReturned' | 'ApplicationNotPassed' }
  >
>;

function decided(rows: BatchRows, event: Decided): void {
  rows.notice.user(event.userName);
  moved(rows, event, rows.need(application, [event.data.applyId]), {
    user_name: event.userName,
    decided_at: event.time,
  });
}

/** Puts the application where the event brings it, and tells those who see it move. */
function moved(
  rows: BatchRows,
  event: ProjectedEvent<ApplicationMove>,
  row: ApplicationRow,
  decision?: { user_name: string; decided_at: string },
): void {
  const { status, node } = progressAfter(event, row.nodes);
  const before = waitsIn(row);
  if (before !== null) rows.notice.queue(before);
  if (node) rows.notice.queue(keyOf(node));
  rows.notice.user(row.applicant_user);
  const known = rows.get(application, [row.apply_id]);
  standAt(
    rows,
    known,
    {
      ...row,
      assignee_user: null,
      assignee_name: null,
      endorsed_by: [],
      status,
      revision: event.revision,
      current_node_id: node?.processNodeId ?? null,
      current_node_name: node?.processNodeName ?? null,
      current_role_code: node?.roleCode ?? null,
      current_unit: node?.scopeUnit ?? null,
      waiting_since: node ? event.time : null,
      queue_keys: node && !row.queue_keys.includes(keyOf(node)) ? [...row.queue_keys, keyOf(node)] : row.queue_keys,
      ended_at: status === businessStatus.notPassed || status === businessStatus.passed ? event.time : null,
    },
    node && keyOf(node),
    decision,
  );
}

/** Writes where an application stands, with those who dealt with it and what that makes by day. */
function standAt(
  rows: BatchRows,
  known: ApplicationRow | undefined,
  row: ApplicationRow,
  waits: string | null,
  decision?: { user_name: string; decided_at: string },
): void {
  const handledBefore = rows.group(handled, ['apply_id'], [row.apply_id]);
  rows.set(application, row);
  const decisions = [
    ...handledBefore.filter(({ user_name: user }) => user !== decision?.user_name),
    ...(decision ? [decision] : []),
  ];
  for (const one of decisions)
    rows.set(handled, {
      ...one,
      apply_id: row.apply_id,
      apply_time: row.apply_time,
      process_no: row.process_no,
      process_name: row.process_name,
      applicant_name: row.applicant_name,
      status: row.status,
      waits_in: waits,
    });
  retally(rows, known ? talliesOf(known, handledBefore) : [], talliesOf(row, decisions));
}

/**
 * Every tally that some events of one application may change: with each time of applying, and with each decision there
 * is or comes.
 */
function talliesTouched(rows: BatchRows, applyId: string, events: readonly ProjectedEvent[]): Key[] {
  const known = rows.get(application, [applyId]);
  const submitted = events.flatMap(({ type, data }) =>
    type === 'ApplicationSubmitted'
      ? { process_no: data.process.processNo, applicant_user: data.applicant.userName, apply_time: data.applyTime }
      : [],
  );
  const decisions = [
    ...rows.group(handled, ['apply_id'], [applyId]),
    ...events.map(({ userName, time }) => ({ user_name: userName, decided_at: time })),
  ];
  return [...(known ? [known] : []), ...submitted].flatMap((applied) => talliesOf(applied, decisions));
}
