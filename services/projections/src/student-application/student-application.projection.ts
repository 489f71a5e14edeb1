import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import { progressAfter, refusalOpinion } from '../approval/shared/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { student_application: application } = studentApplicationModel.tables;

/** Applications of students, of every kind (decision 068). */
export const studentApplications = defineProjection({
  readModel: studentApplicationModel,
  version: 2,
  streams: [studentApplication.streams, applicationStreams],
  load: (rows, events) =>
    rows.load(
      application,
      events.map(({ data }) => [data.applyId]),
    ),
  handlers: {
    StudentApplicationRequested(rows, { data }) {
      const { applicant, applyTime, process, round } = data.application;
      rows.set(application, {
        apply_id: data.applyId,
        process_no: data.processNo,
        student_code: data.studentCode,
        student_number: data.studentNumber,
        student_name: data.studentName,
        department_id: data.departmentId,
        department_name: data.departmentName,
        student_class_name: data.studentClassName,
        semester_id: data.semesterId,
        course_id: data.courseId,
        subject_name: data.subjectName,
        open_department_id: data.openDepartmentId,
        details: data.details,
        form: data.form,
        facts: data.facts,
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
    StudentApplicationEffected: (rows, { data, time }) => {
      rows.notice.user(rows.change(application, [data.applyId], { effected_at: time }).applicant_user);
    },
    StudentApplicationClashed: (rows, { data }) => {
      voided(rows, data.applyId, data.why);
    },
    StudentApplicationRevoked: (rows, { data }) => {
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
  const { applicant_user: applicant } = rows.change(application, [applyId], {
    status: businessStatus.voided,
    void_reason: reason,
  });
  rows.notice.user(applicant);
}

/** Follows the application; those of other contents have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(application, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(application, {
    ...known,
    status,
    current_node_name: node?.processNodeName ?? null,
    round: event.data.round,
    opinion: refusalOpinion(event),
  });
  rows.notice.user(known.applicant_user);
}
