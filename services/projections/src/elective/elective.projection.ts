import type { ApplicationMove, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { ElectiveShown } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams } from '@jwxt/contracts/elective/elective.state.ts';
import { readModelTitles } from '@jwxt/contracts/system/read-model.vocabulary.ts';
import { progressAfter } from '../kernel/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface ElectiveRow {
  plan_id: string;
  course_name: string;
  course_business_code: string;
  semester_id: string;
  department_id: string;
  public_course_category: string;
  form: ElectiveDraft;
  shown: ElectiveShown;
  applicant_user: string;
  applicant_name: string;
  applicant_department_id: string | null;
  applicant_department_name: string | null;
  /** Numbers of those who teach it, for finding one's own. */
  teachers: readonly string[];
  /** Revision and time of the content. */
  revision: number;
  written_at: string;
  /** Business status of LC-A; 0 before the first submission. */
  status: string;
  current_node_name: string | null;
  round: number;
  apply_time: string | null;
  opinion: string;
  course_code: string | null;
  nodes: readonly NodeSnapshot[];
}
const elective = defineTable<ElectiveRow>('elective', {
  columns: {
    plan_id: 'text',
    course_name: 'text',
    course_business_code: 'text',
    semester_id: 'text',
    department_id: 'text',
    public_course_category: 'text',
    form: 'jsonb',
    shown: 'jsonb',
    applicant_user: 'text',
    applicant_name: 'text',
    applicant_department_id: 'text',
    applicant_department_name: 'text',
    teachers: 'jsonb',
    revision: 'int',
    written_at: 'timestamptz',
    status: 'text',
    current_node_name: 'text',
    round: 'int',
    apply_time: 'timestamptz',
    opinion: 'text',
    course_code: 'text',
    nodes: 'jsonb',
  },
  key: ['plan_id'],
  indexes: ['(applicant_user, written_at desc)', '(semester_id, status)', '(written_at desc)'],
});

/** Public elective applications, from their first draft (OPEN-COURSE-09). */
export const electives = defineProjection({
  name: 'elective',
  title: readModelTitles.elective,
  version: 1,
  streams: [electiveStreams, applicationStreams],
  tables: [elective],
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
        status: '1',
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
    status: '0',
    current_node_name: null,
    round: 0,
    apply_time: null,
    opinion: '',
    course_code: null,
    nodes: [],
  };
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
