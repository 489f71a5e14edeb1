import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { makeupGroup } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
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

/** One page of the make-up groups in the person's scope. */
export async function listGroups(
  db: Queryable,
  user: Principal,
  filter: GroupFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: MakeupGroup[]; total: number }> {
  const params = sqlParams();
  const asked = askedGroups(user, 'makeupList:query', filter, params);
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
  const text = `select g.*, ${studentColumns}, s.rules from (${asked}) g
      join base.teaching_class_student r on r.teaching_class_id = g.id
      left join ${sheetTable} s on s.sheet_id = g.id || '.2' ${studentTables(`g.id || '.2'`)}
     order by g.semester_id desc, g.list_status, g.course_num, g.id, x.student_number`;
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
): string {
  const conditions = [scopeCondition(user, permission, classScope, params)];
  if (filter.semesterId) conditions.push(`c.semester_id = ${params.add(filter.semesterId)}`);
  if (filter.sourceSemesterId) conditions.push(`g.source_semester_id = ${params.add(filter.sourceSemesterId)}`);
  if (filter.listStatus === listStatus.unsettled) conditions.push(`${openOrigins} > 0`);
  else if (filter.listStatus) conditions.push(`g.list_status = ${params.add(filter.listStatus)}`);
  if (filter.keyword) {
    const text = params.add(containing(filter.keyword));
    conditions.push(`(k.kcmc ilike ${text} or k.ywbm ilike ${text} or c.teaching_class_name ilike ${text})`);
  }
  return `select g.makeup_course_id as id, g.source_semester_id, o.xnxqmc as source_semester_name, c.semester_id,
      t.xnxqmc as semester_name, k.ywbm as course_num, k.kcmc as course_name,
            c.teaching_class_name as name, d.dwmc as unit,
            (select string_agg(x.xm, '、' order by ct.sort_num, ct.gh) from base.teaching_class_teacher ct
              join base.teacher x on x.gh = ct.gh where ct.teaching_class_id = c.teaching_class_id) as teachers,
            (select count(*)::int from base.makeup_student m
              where m.makeup_course_id = g.makeup_course_id and m.makeup_type <> '3') as makeup_num,
            (select count(*)::int from base.makeup_student m
              where m.makeup_course_id = g.makeup_course_id and m.makeup_type = '3') as deferred_num,
            g.makeup_and_delay_template_value as option, coalesce(s.window_begin, g.score_term_input_begin_time) as
              window_begin, coalesce(s.window_end, g.score_term_input_end_time) as window_end,
            g.list_status, g.frozen_at, g.frozen_by, s.sheet_status, ${openOrigins} as origin_open_num,
              (count(*) over ())::int as total
       from base.makeup_course g join base.teaching_class c on c.teaching_class_id = g.makeup_course_id
       join base.semester t on t.xnxq = c.semester_id join base.semester o on o.xnxq = g.source_semester_id
       join base.course k on k.kch = c.course_id join base.department d on d.dwh = c.open_department_id
       left join ${sheetTable} s on s.sheet_id = c.teaching_class_id || '.2'
      where ${conditions.join(' and ')} order by c.semester_id desc, g.list_status, k.ywbm, g.makeup_course_id`;
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
    `select from base.teaching_class c
      where c.teaching_class_id = any(${params.add(ids)}) and c.class_kind = ${params.add(kind)}
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
