import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { deferredExamModel } from '@jwxt/contracts/deferred-exam/deferred-exam.read-model.ts';
import { progressAfter, refusalOpinion } from '../approval/shared/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { deferred_exam: exam } = deferredExamModel.tables;

/** Applications to sit exams later (SCORE-MORE-16). */
export const deferredExams = defineProjection({
  readModel: deferredExamModel,
  version: 1,
  streams: [deferredExam.streams, applicationStreams],
  load: (rows, events) =>
    rows.load(
      exam,
      events.map(({ data }) => [data.applyId]),
    ),
  handlers: {
    DeferredExamRequested(rows, { data }) {
      const { applicant, applyTime, process, round } = data.application;
      rows.set(exam, {
        apply_id: data.applyId,
        student_code: data.studentCode,
        student_number: data.studentNumber,
        student_name: data.studentName,
        department_id: data.departmentId,
        department_name: data.departmentName,
        student_class_name: data.studentClassName,
        semester_id: data.semesterId,
        teaching_class_id: data.teachingClassId,
        teaching_class_name: data.teachingClassName,
        course_id: data.courseId,
        course_num: data.courseNum,
        course_name: data.courseName,
        open_department_id: data.openDepartmentId,
        reason_code: data.deferredReasonCode,
        reason_name: data.deferredReasonName,
        reason_text: data.reasonText,
        applicant_user: applicant.userName,
        applicant_name: applicant.name,
        apply_time: applyTime,
        status: businessStatus.awaiting,
        current_node_name: process.nodes.find((node) => !node.skipped)?.processNodeName ?? null,
        round,
        opinion: null,
        effected_at: null,
        void_reason: null,
        nodes: process.nodes,
      });
      rows.notice.user(applicant.userName);
    },
    // The applicant's page may show the end of the application already, without its effect.
    DeferredExamEffected: (rows, { data, time }) => {
      rows.notice.user(rows.change(exam, [data.applyId], { effected_at: time }).applicant_user);
    },
    DeferredExamClashed: (rows, { data }) => {
      voided(rows, data.applyId, data.why);
    },
    DeferredExamRevoked: (rows, { data }) => {
      voided(rows, data.applyId, data.reason);
    },
    ApplicationSubmitted: moved,
    NodePassed: moved,
    ApplicationPassed: moved,
    ApplicationNotPassed: moved,
    ApplicationRejected: moved,
    ApplicationReturned: moved,
    ApplicationRecalled: moved,
  },
});

/** In force no more, or never. */
function voided(rows: BatchRows, applyId: string, reason: string): void {
  const { applicant_user: applicant } = rows.change(exam, [applyId], {
    status: businessStatus.voided,
    void_reason: reason,
  });
  rows.notice.user(applicant);
}

/** Follows the application; those of other processes have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(exam, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(exam, {
    ...known,
    status,
    current_node_name: node?.processNodeName ?? null,
    round: event.data.round,
    opinion: refusalOpinion(event),
  });
  rows.notice.user(known.applicant_user);
}
