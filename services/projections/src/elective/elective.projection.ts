import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { ElectiveShown } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams } from '@jwxt/contracts/elective/elective.state.ts';
import { progressAfter } from '../approval/shared/application-progress.ts';
import { electiveModel } from '@jwxt/contracts/elective/elective.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { elective } = electiveModel.tables;
type ElectiveRow = RowOf<typeof elective>;

/** Public elective applications, from their first draft (OPEN-COURSE-09). */
export const electives = defineProjection({
  readModel: electiveModel,
  version: 1,
  streams: [electiveStreams, applicationStreams],
  load: (rows, events) =>
    rows.load(
      elective,
      events.map(({ data }) => ['planId' in data ? data.planId : data.applyId]),
    ),
  handlers: {
    ElectiveSaved(rows, { data: { planId, form, shown, applicant }, revision, time }) {
      const known = rows.get(elective, [planId]);
      rows.set(elective, {
        ...(known ?? begun(planId, applicant)),
        ...contentOf(form, shown),
        revision,
        written_at: time,
      });
      rows.notice.user(applicant.userName);
    },
    ElectiveSubmitted(rows, { data: { planId, form, shown, application }, revision, time }) {
      const { applicant, applyTime, process, round } = application;
      rows.set(elective, {
        ...begun(planId, applicant),
        ...contentOf(form, shown),
        revision,
        written_at: time,
        status: businessStatus.awaiting,
        current_node_name: process.nodes.find((node) => !node.skipped)?.processNodeName ?? null,
        round,
        apply_time: applyTime,
        nodes: process.nodes,
      });
      rows.notice.user(applicant.userName);
    },
    ElectiveDeleted: (rows, { data }) => {
      rows.remove(elective, [data.planId]);
    },
    ElectiveEffected: (rows, { data }) => {
      ended(rows, data.planId, { course_code: data.courseCode });
    },
    ElectiveClosed: (rows, { data }) => {
      ended(rows, data.planId, { opinion: data.opinion });
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

type Applicant = { userName: string; name: string; departmentId: string | null; departmentName: string | null };

function begun(planId: string, { userName, name, departmentId, departmentName }: Applicant) {
  return {
    plan_id: planId,
    applicant_user: userName,
    applicant_name: name,
    applicant_department_id: departmentId,
    applicant_department_name: departmentName,
    status: businessStatus.saved,
    current_node_name: null,
    round: 0,
    apply_time: null,
    opinion: '',
    course_code: null,
    nodes: [],
  } satisfies Partial<ElectiveRow>;
}

function contentOf(form: ElectiveDraft, shown: ElectiveShown) {
  return {
    course_name: form.courseName,
    course_business_code: form.courseBusinessCode,
    semester_id: form.semester,
    department_id: form.departmentId,
    public_course_category: form.publicCourseCategory,
    form,
    shown,
    teachers: form.teacherList.map(({ gh }) => gh),
  };
}

/** What the end of a round left; the applicant's page may show the round's end already, without it. */
function ended(rows: BatchRows, planId: string, left: Partial<ElectiveRow>): void {
  rows.notice.user(rows.change(elective, [planId], left).applicant_user);
}

/** Follows the application; those of other processes have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(elective, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(elective, { ...known, status, current_node_name: node?.processNodeName ?? null, round: event.data.round });
  rows.notice.user(known.applicant_user);
}
