import type { z } from 'zod';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import {
  approvableStatuses,
  businessStatus,
  businessStatusNames,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type {
  electiveDetail,
  electiveItem,
  queryElectives,
  electiveSorts,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { electiveModel } from '@jwxt/contracts/elective/elective.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../approval/shared/waiting-for-viewer.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

const electiveTable = readModelTable(electiveModel, 'elective');

type Item = z.output<typeof electiveItem>;
type Filter = z.output<(typeof queryElectives)['input']>;

/** An application as lists and details read it. */
export interface ElectiveRow extends Pick<
  ReadRowOf<typeof electiveModel.tables.elective>,
  | 'plan_id'
  | 'form'
  | 'shown'
  | 'applicant_user'
  | 'applicant_name'
  | 'applicant_department_name'
  | 'revision'
  | 'written_at'
  | 'status'
  | 'current_node_name'
  | 'round'
  | 'apply_time'
  | 'opinion'
> {
  /** Whether the person who looks may decide it now. */
  awaits_me: boolean;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof electiveSorts)[number], string>> = {
  courseName: byPinyin('elective.course_name'),
  semesterName: 'elective.semester_id',
  applyTime: 'elective.apply_time',
  status: 'elective.status',
};

const QUERY = 'publicCourseManage:query';
const columns = `elective.plan_id, elective.form, elective.shown, elective.applicant_user, elective.applicant_name,
  elective.applicant_department_name,
    elective.revision, elective.written_at, elective.status, elective.current_node_name, elective.round,
      elective.apply_time, elective.opinion`;
const from = `from ${electiveTable} elective`;

/**
 * Scope of an application through its applicant's unit, which decides first; own are those applied for and, once
 * submitted, those one teaches.
 */
const electiveScope: ScopedRow = {
  target: 'application',
  DW: 'elective.applicant_department_id',
  own: ({ userName, gh }, params) =>
    `(elective.applicant_user = ${params.add(userName)} or elective.teachers ? ${params.add(gh ?? '')})`,
};

/** What a person sees at all: a plan that was never submitted is its applicant's alone. */
function visible(user: Principal, params: SqlParams): string {
  return `${scopeCondition(user, QUERY, electiveScope, params)}
      and (elective.status <> '0' or elective.applicant_user = ${params.add(user.userName)})`;
}

const statusesOf: Record<string, readonly string[]> = {
  open: approvableStatuses,
  passed: [businessStatus.passed],
  refused: [businessStatus.returned, businessStatus.recalled, businessStatus.notPassed],
};

/** Conditions on applications that a list shows. */
function conditionsOf(viewer: Viewer, filter: Omit<Filter, 'pageNo' | 'pageSize'>, params: SqlParams): string {
  const { user } = viewer;
  const conditions = [
    visible(user, params),
    filter.view === 'own' ? `elective.applicant_user = ${params.add(user.userName)}` : `elective.status <> '0'`,
  ];
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(
      `(elective.course_name ilike ${text} or elective.course_business_code ilike ${text}
        or elective.applicant_name ilike ${text} or ` + `elective.shown->>'teacherList' ilike ${text})`,
    );
  }
  if (filter.semester) conditions.push(`elective.semester_id = ${params.add(filter.semester)}`);
  if (filter.publicCourseCategory)
    conditions.push(`elective.public_course_category = ${params.add(filter.publicCourseCategory)}`);
  if (filter.status === 'todo') conditions.push(awaitingCondition('elective.plan_id', viewer, params));
  else if (filter.status)
    conditions.push(`elective.status = any(${params.add(statusesOf[filter.status] ?? [filter.status])})`);
  return conditions.join(' and ');
}

/**
 * Applications in the person's scope: the own ones by when they were last written, others' by when they were sent,
 * newest first, of those that wait for the person the oldest. `todo`: how many wait for the person, whatever is asked.
 */
export async function listElectives(
  db: Queryable,
  viewer: Viewer,
  { pageNo, pageSize, sort, ...filter }: Filter,
): Promise<{ rows: Item[]; total: number; todo: number }> {
  const { rows, total, todo } = await readAuditPage<ElectiveRow>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'elective.plan_id',
      where: (params) => conditionsOf(viewer, filter, params),
      waiting: (params) => conditionsOf(viewer, { view: 'audit', status: 'todo' }, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        filter.view === 'own'
          ? 'elective.written_at desc'
          : filter.status === 'todo'
            ? 'elective.apply_time'
            : 'elective.apply_time desc',
      ),
    },
    { pageNo, pageSize },
  );
  return { rows: rows.map((row) => itemOf(row, viewer.user)), total, todo };
}

/** One application in the person's scope; undefined otherwise. */
export async function findElective(db: Queryable, viewer: Viewer, planId: string): Promise<ElectiveRow | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<ElectiveRow>(
    `select ${columns}, ${awaitingCondition('elective.plan_id', viewer, params)} as awaits_me ${from}
      where elective.plan_id = ${params.add(planId)} and ${visible(viewer.user, params)}`,
    [...params.values],
  );
  return rows[0];
}

function itemOf(row: ElectiveRow, user: Principal): Item {
  const {
    form,
    shown: { names, teacherList },
  } = row;
  return {
    planId: row.plan_id,
    courseName: form.courseName,
    courseBusinessCode: form.courseBusinessCode,
    courseSource: form.courseSource,
    semester: form.semester,
    semesterName: names['semester'] ?? '',
    departmentName: names['departmentId'] ?? '',
    publicCourseCategoryName: names['publicCourseCategory'] ?? '',
    credit: form.credit,
    totalHour: form.totalHour,
    classPlanNum: form.classPlanNum,
    classSize: form.classSize,
    teacherNames: teacherList.map(({ xm }) => xm).join('、'),
    applicantName: row.applicant_name,
    applicantDepartmentName: row.applicant_department_name,
    applyTime: row.apply_time && toDateTimeText(row.apply_time),
    writtenTime: toDateTimeText(row.written_at),
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    currentNodeName: row.current_node_name,
    own: row.applicant_user === user.userName,
    awaitsMe: row.awaits_me,
  };
}

/** Everything of an application (ELECTIVE-02, 03). */
export function electiveDetailOf(row: ElectiveRow, user: Principal): z.input<(typeof electiveDetail)['output']> {
  const item = itemOf(row, user);
  return {
    ...item,
    ...row.form,
    ...row.shown,
    revision: row.revision,
    round: row.round,
    opinion: row.opinion,
    editable: item.own && isWithApplicant(row.status),
  };
}
