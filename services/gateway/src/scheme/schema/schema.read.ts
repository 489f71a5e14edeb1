import type { z } from 'zod';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import {
  approvableStatuses,
  businessStatus,
  businessStatusNames,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { shownCourse } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import { schemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import type { CourseFact } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import type {
  querySchemas,
  schemaBasics,
  schemaCourses,
  schemaItem,
  schemaTree,
  schemaSorts,
} from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import type { majorSchemaModel } from '@jwxt/contracts/scheme/schema/schema.read-model.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { projectTypeNames, useStatusNames } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { readAuditPage } from '../../approval/shared/audit-list.read.ts';
import { awaitingCondition } from '../../approval/shared/waiting-for-viewer.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import type { ListContent, WorkbookColumn } from '../../kernel/workbook.ts';
import { gradeMajorInScope, schemaInScope, schemaTable } from './schema-scope.ts';

type Item = z.output<typeof schemaItem>;
type Filter = z.output<(typeof querySchemas)['input']>;
type Asked = Omit<Filter, 'pageNo' | 'pageSize' | 'sort'>;
type SchemaRow = ReadRowOf<typeof majorSchemaModel.tables.schema>;

/** Under which permission, and whether only what was ever sent for approval. */
interface Asking {
  readonly permission: PermissionCode | null;
  readonly sentOnly: boolean;
}

const columns = `schema.major_schema_key, schema.schema_name, schema.project_type, schema.grade_majors,
  schema.scheme_version_id, schema.scheme_version_name, schema.course_num, schema.credit, schema.hours, schema.status,
  schema.use_status, schema.current_node_name, schema.applicant_name, schema.apply_time, schema.written_at,
  schema.written_by_name, schema.revises_key, schema.train_target, schema.graduate_require, schema.main_course,
  schema.texts_revision, schema.round, schema.opinion, schema.origin_key, schema.origin_name, schema.compared_key,
  schema.compared_name, schema.warnings, unit.dwmc as department_name`;
const from = `from ${schemaTable} schema
  left join base.department unit on unit.dwh = schema.grade_majors->0->>'departmentId'`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof schemaSorts)[number], string>> = {
  schemaName: byPinyin('schema.schema_name'),
  totalCredit: 'schema.credit',
  applyTime: 'schema.apply_time',
  writtenTime: 'schema.written_at',
  useStatus: 'schema.use_status',
  status: 'schema.status',
};

type Row = SchemaRow & { department_name: string | null; awaits_me: boolean };

const statusesOf: Record<string, readonly string[]> = {
  open: approvableStatuses,
  passed: [businessStatus.passed],
  refused: [businessStatus.returned, businessStatus.recalled, businessStatus.notPassed],
};

function conditionsOf(viewer: Viewer, filter: Asked, { permission, sentOnly }: Asking, params: SqlParams): string {
  const { keyword, grade, departmentId, gradeMajorId, projectType, schemeVersionId, useStatus, schemaStatus } = filter;
  const conditions = [schemaInScope(viewer.user, permission, params)];
  if (sentOnly) conditions.push('schema.round > 0');
  if (keyword) {
    const text = params.add(containing(keyword));
    conditions.push(`(schema.schema_name ilike ${text} or schema.grade_majors::text ilike ${text})`);
  }
  const has = (name: string, value: string) =>
    `schema.grade_majors @> ${params.add(JSON.stringify([{ [name]: value }]))}`;
  if (grade) conditions.push(has('grade', grade));
  if (departmentId) conditions.push(has('departmentId', departmentId));
  if (gradeMajorId) conditions.push(`schema.grade_major_ids @> array[${params.add(gradeMajorId)}::text]`);
  if (projectType) conditions.push(`schema.project_type = ${params.add(projectType)}`);
  if (schemeVersionId) conditions.push(`schema.scheme_version_id = ${params.add(schemeVersionId)}`);
  if (useStatus) conditions.push(`schema.use_status = ${params.add(useStatus)}`);
  if (schemaStatus === 'todo') conditions.push(awaitingCondition('schema.major_schema_key', viewer, params));
  else if (schemaStatus)
    conditions.push(`schema.status = any(${params.add(statusesOf[schemaStatus] ?? [schemaStatus])})`);
  return conditions.join(' and ');
}

/** One page of the schemes in the person's scope, latest written first. */
export async function listSchemas(
  db: Queryable,
  viewer: Viewer,
  { pageNo, pageSize, sort, ...filter }: Filter,
  asking: Asking,
): Promise<{ rows: Item[]; total: number; todo: number }> {
  const { rows, total, todo } = await readAuditPage<Row>(
    db,
    viewer,
    {
      columns,
      from,
      applyId: 'schema.major_schema_key',
      where: (params) => conditionsOf(viewer, filter, asking, params),
      waiting: (params) => conditionsOf(viewer, { schemaStatus: 'todo' }, asking, params),
      orderBy: sortedOrder(
        sort,
        sortExpressions,
        asking.sentOnly ? 'schema.apply_time desc nulls last' : 'schema.written_at desc',
      ),
    },
    { pageNo, pageSize },
  );
  return { rows: rows.map(itemOf), total, todo };
}

/** All of them for a workbook. */
export function exportedSchemas(viewer: Viewer, filter: Asked, asking: Asking): ListContent<Item> {
  const params = sqlParams();
  const rows: Selection<Item> = mapped(
    selection<Row>(
      `select ${columns}, false as awaits_me ${from} where ${conditionsOf(viewer, filter, asking, params)}
        order by schema.apply_time desc nulls last, schema.major_schema_key`,
      params.values,
    ),
    itemOf,
  );
  return { sheet: '方案审批', columns: exportColumns, rows };
}

const exportColumns: readonly WorkbookColumn<Item>[] = [
  { header: '方案名称', width: 40, value: (row) => row.schemaName },
  { header: '年级专业', width: 30, value: (row) => row.gradeMajorName },
  { header: '院系', width: 22, value: (row) => row.departmentName },
  { header: '培养类型', width: 10, value: (row) => row.projectTypeName },
  { header: '方案版本', width: 16, value: (row) => row.schemeVersionName },
  { header: '课程门数', width: 10, kind: 'number', value: (row) => row.courseNum },
  { header: '总学分', width: 10, kind: 'number', value: (row) => row.totalCredit },
  { header: '总学时', width: 10, kind: 'number', value: (row) => row.totalPeriod },
  { header: '审批状态', width: 10, value: (row) => row.schemaStatusName },
  { header: '当前节点', width: 16, value: (row) => row.currentNode },
  { header: '申请人', width: 12, value: (row) => row.applicantName },
  { header: '申请时间', width: 20, kind: 'time', value: (row) => row.applyTime },
  { header: '启用状态', width: 10, value: (row) => row.useStatusName },
];

/** One scheme in the person's scope; undefined otherwise. */
export async function findSchema(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
  majorSchemaKey: string,
): Promise<Row | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<Row>(
    `select ${columns}, ${awaitingCondition('schema.major_schema_key', viewer, params)} as awaits_me ${from}
      where schema.major_schema_key = ${params.add(majorSchemaKey)}
        and ${schemaInScope(viewer.user, permission, params)}`,
    [...params.values],
  );
  return rows[0];
}

/** A scheme as lists show it. */
export function itemOf(row: Row): Item {
  return {
    majorSchemaKey: row.major_schema_key,
    schemaName: row.schema_name,
    projectType: row.project_type,
    projectTypeName: projectTypeNames[row.project_type],
    gradeMajors: row.grade_majors,
    gradeMajorName: row.grade_majors.map(({ gradeMajorName }) => gradeMajorName).join('、'),
    departmentName: row.department_name ?? '',
    schemeVersionId: row.scheme_version_id,
    schemeVersionName: row.scheme_version_name,
    courseNum: row.course_num,
    totalCredit: hoursText(Number(row.credit)),
    totalPeriod: hoursText(Number(row.hours)),
    schemaStatus: row.status,
    schemaStatusName: businessStatusNames[row.status],
    useStatus: row.use_status,
    useStatusName: useStatusNames[row.use_status],
    currentNode: row.current_node_name,
    applicantName: row.applicant_name,
    applyTime: row.apply_time && toDateTimeText(row.apply_time),
    writtenTime: toDateTimeText(row.written_at),
    writtenByName: row.written_by_name,
    revisesKey: row.revises_key,
    awaitsMe: row.awaits_me,
  };
}

/** Everything of a scheme beside its courses. */
export function basicsOf(row: Row): z.output<(typeof schemaBasics)['output']> {
  const { origin_key: origin, compared_key: compared } = row;
  return {
    ...itemOf(row),
    trainTarget: row.train_target,
    graduateRequire: row.graduate_require,
    mainCourse: row.main_course,
    textsRevision: row.texts_revision,
    round: row.round,
    opinion: row.opinion,
    origin: origin === null ? null : { majorSchemaKey: origin, schemaName: row.origin_name ?? '' },
    comparedWith: compared === null ? null : { majorSchemaKey: compared, schemaName: row.compared_name ?? '' },
    warnings: row.warnings,
    editable: isWithApplicant(row.status),
  };
}

/** What a scheme is measured by now, and what base data says of its courses. */
export async function readMeasures(db: Queryable, schema: MajorSchema) {
  const courses = coursesOf(schema);
  const [frame, facts] = await Promise.all([
    db.query<{ frame: unknown }>('select base.schema_frame($1, $2, $3) as frame', [
      schema.schemeVersionId,
      schema.gradeMajors.map(({ gradeMajorId }) => gradeMajorId),
      [...new Set(courses.map(({ courseGroupId }) => courseGroupId).filter((id) => id !== ''))],
    ]),
    db.query<CourseFact & { courseCode: string }>(
      `select kch as "courseCode", course.sfqy = '1' as enabled, unit.sfqy = '1' as "unitActive"
         from base.course join base.department unit on unit.dwh = kkxy where kch = any($1)`,
      [[...new Set(courses.map(({ courseCode }) => courseCode))]],
    ),
  ]);
  return { frame: schemaFrame.parse(frame.rows[0]?.frame), facts: facts.rows };
}

/** What the editor opens with. */
export async function editorOf(db: Queryable, schema: MajorSchema): Promise<z.input<(typeof schemaCourses)['output']>> {
  const [measures, directions] = await Promise.all([readMeasures(db, schema), readDirections(db, schema)]);
  return {
    ...measures,
    directions,
    revision: schema.revision,
    rows: [...schema.rows.values()].flatMap(({ course, revision, name, at }) =>
      course ? [{ ...shownCourse(course), revision, byName: name, at: toDateTimeText(at) }] : [],
    ),
  };
}

/** Directions of the majors that a scheme is for. */
export async function readDirections(
  db: Queryable,
  { gradeMajors }: Pick<MajorSchema, 'gradeMajors'>,
): Promise<{ code: string; name: string }[]> {
  const { rows } = await db.query<{ code: string; name: string }>(
    `select ywbm as code, zyfxmc as name from base.direction where zydm = any($1) and sfqy = '1' order by ywbm`,
    [gradeMajors.map(({ majorId }) => majorId)],
  );
  return rows;
}

/** Grades, units and grade-majors in scope, with their schemes. */
export async function readTree(
  db: Queryable,
  viewer: Viewer,
  permission: PermissionCode | null,
): Promise<z.output<(typeof schemaTree)['output']>> {
  const params = sqlParams();
  const { rows } = await db.query<TreeRow>(
    `select grade_major.njdm as grade, njmc as "gradeName", grade_major.dwh as "departmentId", dwmc as "departmentName",
            grade_major.njzydm as "gradeMajorId", grade_major.njzymc as "gradeMajorName", counted.schemas
       from base.grade_major join base.grade on grade.njdm = grade_major.njdm
       join base.department on department.dwh = grade_major.dwh
       cross join lateral (select count(*)::int as schemas from ${schemaTable} schema
          where schema.grade_major_ids @> array[grade_major.njzydm]) counted
      where grade_major.sfqy = '1' and ${gradeMajorInScope(viewer.user, permission, params)}
      order by grade_major.njdm desc, department.pxh, grade_major.dwh, grade_major.njzydm`,
    [...params.values],
  );
  return { grades: grouped(rows, 'grade').map(gradeOf) };
}

interface TreeRow {
  readonly grade: string;
  readonly gradeName: string;
  readonly departmentId: string;
  readonly departmentName: string;
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  readonly schemas: number;
}

function grouped(rows: readonly TreeRow[], by: 'grade' | 'departmentId'): TreeRow[][] {
  return [...Map.groupBy(rows, (row) => row[by]).values()];
}

function gradeOf(rows: TreeRow[]) {
  const [first] = rows;
  return {
    grade: first?.grade ?? '',
    gradeName: first?.gradeName ?? '',
    schemas: rows.reduce((sum, { schemas }) => sum + schemas, 0),
    departments: grouped(rows, 'departmentId').map((own) => ({
      departmentId: own[0]?.departmentId ?? '',
      departmentName: own[0]?.departmentName ?? '',
      gradeMajors: own.map(({ gradeMajorId, gradeMajorName, schemas }) => ({ gradeMajorId, gradeMajorName, schemas })),
    })),
  };
}
