import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { makeupGroup, makeupGroupSorts } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { listStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  makeupOptionName,
  sheetStatusNames,
  type SheetStatus,
  type ReassessmentType,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { classScope, openOrigins } from './reassessment-class.read.ts';
import {
  studentColumns,
  studentOf,
  studentTables,
  type ReassessedStudent,
  type StudentRow,
} from './reassessed-student.read.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

export type MakeupGroup = z.output<typeof makeupGroup>;

/** What the list asks for. */
export interface GroupFilter {
  readonly semesterId?: string | undefined;
  readonly sourceSemesterId?: string | undefined;
  readonly listStatus?: string | undefined;
  readonly keyword?: string | undefined;
}

interface GroupRow {
  id: string;
  source_semester_id: string;
  source_semester_name: string;
  semester_id: string;
  semester_name: string;
  course_num: string;
  course_name: string;
  name: string;
  unit: string;
  teachers: string | null;
  makeup_num: number;
  deferred_num: number;
  option: string;
  window_begin: Date;
  window_end: Date;
  list_status: string;
  frozen_at: Date | null;
  frozen_by: string | null;
  sheet_status: SheetStatus | null;
  origin_open_num: number;
}

const listStatusNames: Readonly<Record<string, string>> = {
  [listStatus.open]: '未锁定',
  [listStatus.frozen]: '已锁定',
};

type GroupSort = (typeof makeupGroupSorts)[number];
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<GroupSort, string>> = {
  courseName: byPinyin('course.kcmc'),
  teachingClassName: byPinyin('class.teaching_class_name'),
  semesterId: 'class.semester_id',
  scoreTermInputEndTime: 'window_end',
  listStatus: 'exam_group.list_status',
};

/** One page of the make-up groups in the person's scope. */
export async function listGroups(
  db: Queryable,
  user: Principal,
  filter: GroupFilter,
  { pageNo, pageSize, sort }: ListPage<GroupSort>,
): Promise<{ rows: MakeupGroup[]; total: number }> {
  const params = sqlParams();
  const asked = askedGroups(user, 'makeupList:query', filter, params, sort);
  const { rows } = await db.query<GroupRow & { total: number }>(
    `${asked} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { rows: rows.map(groupOf), total: rows[0]?.total ?? 0 };
}

/** A student with the group that takes him in. */
export interface Listed {
  readonly group: MakeupGroup;
  readonly student: ReassessedStudent;
}

/** The students of all groups for a workbook, group by group, in the scope of the export's own permission. */
export function exportedGroups(user: Principal, filter: GroupFilter): Selection<Listed> {
  const params = sqlParams();
  const asked = askedGroups(user, 'makeupList:exportExcel', filter, params);
  const text = `select exam_group.*, ${studentColumns}, sheet.rules from (${asked}) exam_group
      join base.teaching_class_student roster on roster.teaching_class_id = exam_group.id
      left join ${sheetTable} sheet on sheet.sheet_id = exam_group.id || '.2' ${studentTables(`exam_group.id || '.2'`)}
     order by exam_group.semester_id desc, exam_group.list_status, exam_group.course_num, exam_group.id,
       student.student_number`;
  return mapped(selection<GroupRow & StudentRow & { rules: SheetRules | null }>(text, params.values), (row) => ({
    group: groupOf(row),
    student: studentOf(row, row.rules),
  }));
}

function askedGroups(
  user: Principal,
  permission: PermissionCode | null,
  filter: GroupFilter,
  params: SqlParams,
  sort?: SortText<GroupSort>,
): string {
  const conditions = [scopeCondition(user, permission, classScope, params)];
  if (filter.semesterId) conditions.push(`class.semester_id = ${params.add(filter.semesterId)}`);
  if (filter.sourceSemesterId)
    conditions.push(`exam_group.source_semester_id = ${params.add(filter.sourceSemesterId)}`);
  if (filter.listStatus === listStatus.unsettled) conditions.push(`${openOrigins} > 0`);
  else if (filter.listStatus) conditions.push(`exam_group.list_status = ${params.add(filter.listStatus)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(
      `(course.kcmc ilike ${text} or course.ywbm ilike ${text} or class.teaching_class_name ilike ${text})`,
    );
  }
  return `select exam_group.makeup_course_id as id, exam_group.source_semester_id,
    semester.xnxqmc as source_semester_name, class.semester_id,
      other_semester.xnxqmc as semester_name, course.ywbm as course_num, course.kcmc as course_name,
            class.teaching_class_name as name, department.dwmc as unit,
            (select string_agg(teacher.xm, '、' order by taught.sort_num, taught.gh)
              from base.teaching_class_teacher taught
              join base.teacher on teacher.gh = taught.gh
                where taught.teaching_class_id = class.teaching_class_id) as teachers,
            (select count(*)::int from base.makeup_student listed
              where listed.makeup_course_id = exam_group.makeup_course_id and listed.makeup_type <> '3') as makeup_num,
            (select count(*)::int from base.makeup_student listed
              where listed.makeup_course_id = exam_group.makeup_course_id and listed.makeup_type = '3') as deferred_num,
            exam_group.makeup_and_delay_template_value as option, coalesce(sheet.window_begin,
              exam_group.score_term_input_begin_time) as
              window_begin, coalesce(sheet.window_end, exam_group.score_term_input_end_time) as window_end,
            exam_group.list_status, exam_group.frozen_at, exam_group.frozen_by, sheet.sheet_status,
              ${openOrigins} as origin_open_num,
              (count(*) over ())::int as total
       from base.makeup_course exam_group join base.teaching_class class
         on class.teaching_class_id = exam_group.makeup_course_id
       join base.semester other_semester on other_semester.xnxq = class.semester_id
         join base.semester on semester.xnxq = exam_group.source_semester_id
       join base.course on course.kch = class.course_id join base.department
         on department.dwh = class.open_department_id
       left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.2'
      where ${conditions.join(' and ')} order by ${sortedOrder(
        sort,
        sortExpressions,
        'class.semester_id desc, exam_group.list_status, course.ywbm, exam_group.makeup_course_id',
      )}`;
}

/** Whether all of these are make-up groups (`2`) or retake classes (`4`) in the person's scope under a permission. */
export async function reachesClasses(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  kind: ReassessmentType,
  teachingClassIds: readonly string[],
): Promise<boolean> {
  const params = sqlParams();
  const ids = [...new Set(teachingClassIds)];
  const { rows } = await db.query(
    `select from base.teaching_class class
      where class.teaching_class_id = any(${params.add(ids)}) and class.class_kind = ${params.add(kind)}
        and ${scopeCondition(user, permission, classScope, params)}`,
    [...params.values],
  );
  return rows.length === ids.length;
}

function groupOf(row: GroupRow): MakeupGroup {
  const status = row.sheet_status ?? sheetStatus.unset;
  return {
    makeupCourseId: row.id,
    sourceSemesterId: row.source_semester_id,
    sourceSemesterName: row.source_semester_name,
    semesterId: row.semester_id,
    makeupSemester: row.semester_name,
    courseNum: row.course_num,
    courseName: row.course_name,
    teachingClassName: row.name,
    openDepartmentName: row.unit,
    teacherName: row.teachers ?? '',
    makeupNum: row.makeup_num,
    deferredNum: row.deferred_num,
    makeupAndDelayTemplateValue: row.option,
    makeupOptionName: makeupOptionName(row.option),
    scoreTermInputBeginTime: toDateTimeText(row.window_begin),
    scoreTermInputEndTime: toDateTimeText(row.window_end),
    listStatus: row.list_status,
    listStatusName: listStatusNames[row.list_status] ?? row.list_status,
    frozenTime: row.frozen_at ? toDateTimeText(row.frozen_at) : null,
    frozenBy: row.frozen_by,
    originOpenNum: row.origin_open_num,
    sheetStatus: status,
    sheetStatusName: sheetStatusNames[status],
  };
}
