import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type {
  CountedStudent,
  countedSorts,
  FigureTable,
  StudentDimension,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { backupStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { byPinyin, sortedOrder, type ListPage } from '../../kernel/sorted-by.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { codeOf, countedStudents, nameOf, type StudentsOf } from './counted-students.ts';

/** More than this nobody reads on a page. */
const ROWS_AT_MOST = 2_000;
const COLUMNS_AT_MOST = 60;

/** A figure's row and column. */
export type FigurePlace = readonly { readonly dimension: StudentDimension; readonly code: string }[];

/** The day that is meant: of the backup where one is named, else the day asked for, else today. */
export async function dayAsked(
  db: Queryable,
  { day, backupDayId }: { day?: string | undefined; backupDayId?: string | undefined },
  today: string,
): Promise<{ day: string; backupDayId: string | null; backupName: string | null }> {
  if (!backupDayId) return { day: day ?? today, backupDayId: null, backupName: null };
  const { rows } = await db.query<{ day: string; name: string; status: string }>(
    `select backup_date::text as day, backup_name as name, backup_status as status from base.backup_day
      where backup_day_id = $1`,
    [backupDayId],
  );
  const [found] = rows;
  if (!found) throw new Refused('NOT_FOUND');
  if (found.status !== backupStatus.done) throw new Refused('BACKUP_NOT_TAKEN');
  return { day: found.day, backupDayId, backupName: found.name };
}

interface Cell {
  readonly codes: string[];
  readonly names: string[];
  readonly columnCode: string;
  readonly columnName: string;
  readonly num: number;
  readonly women: number;
}

/** Students in scope by rows and columns (STUDENT-STATUS-17). Throws FIGURES_TOO_WIDE. */
export async function readFigures(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { backupName, ...of }: StudentsOf & { readonly backupName: string | null },
  {
    rows: rowDimensions,
    column,
  }: { readonly rows: readonly StudentDimension[]; readonly column: StudentDimension | null },
): Promise<FigureTable> {
  const params = sqlParams();
  const { from, where, day } = countedStudents(user, permission, of, params);
  const codes = rowDimensions.map((dimension) => codeOf(dimension, day));
  const names = rowDimensions.map((dimension, index) => nameOf(dimension, `codes[${String(index + 1)}]`));
  const { rows: cells } = await db.query<Cell>(
    `select codes, array[${names.join(', ')}] as names, column_code as "columnCode",
        ${column === null ? `''` : nameOf(column, 'column_code')} as "columnName", num, women
       from (select array[${codes.join(', ')}]::text[] as codes,
           ${column === null ? `''` : codeOf(column, day)} as column_code, count(*)::int as num,
           (count(*) filter (where state.xbm = '2'))::int as women
          from ${from} where ${where} group by 1, 2) counted
      order by codes, column_code`,
    [...params.values],
  );
  return tableOf(cells, { day: of.day, backupName, rowDimensions: [...rowDimensions], columnDimension: column });
}

const lastIfUnknown = (one: string, other: string): number =>
  one === other ? 0 : one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1;

function tableOf(
  cells: readonly Cell[],
  head: Pick<FigureTable, 'day' | 'backupName' | 'rowDimensions' | 'columnDimension'>,
): FigureTable {
  const sum = (found: readonly Cell[], of: 'num' | 'women' = 'num') => found.reduce((all, cell) => all + cell[of], 0);
  const byRow = [...Map.groupBy(cells, ({ codes }) => JSON.stringify(codes)).values()];
  const byColumn = [...Map.groupBy(cells, ({ columnCode }) => columnCode)].sort(([one], [other]) =>
    lastIfUnknown(one, other),
  );
  if (byRow.length > ROWS_AT_MOST) throw new Refused('FIGURES_TOO_WIDE', { count: byRow.length });
  if (byColumn.length > COLUMNS_AT_MOST) throw new Refused('FIGURES_TOO_WIDE', { count: byColumn.length });
  const all = sum(cells);
  return {
    ...head,
    columns:
      head.columnDimension === null
        ? []
        : byColumn.map(([code, found]) => ({ code, name: found[0]?.columnName ?? code, total: sum(found) })),
    rows: byRow
      .map((found) => {
        const total = sum(found);
        const at = new Map(found.map(({ columnCode, num }) => [columnCode, num]));
        return {
          codes: found[0]?.codes ?? [],
          names: found[0]?.names ?? [],
          cells: head.columnDimension === null ? [] : byColumn.map(([code]) => at.get(code) ?? 0),
          total,
          femaleNum: sum(found, 'women'),
          ratio: all === 0 ? 0 : Math.round((total * 1000) / all),
        };
      })
      .sort((one, other) => {
        const at = one.codes.findIndex((code, index) => code !== other.codes[index]);
        return lastIfUnknown(one.codes[at] ?? '', other.codes[at] ?? '');
      }),
    total: all,
    femaleNum: sum(cells, 'women'),
  };
}

const columns = `state.student_code as "studentCode", student.student_number as "studentNumber",
  student.student_name as "studentName", department.dwmc as "departmentName", grade_major.njzymc as "gradeMajorName",
  class_info.bjmc as "administrativeClassName", state.since::text as since,
  (select mc from base.data_dict where dmlb = 'XTGL_XB' and dm = state.xbm) as "sexName",
  (select mc from base.data_dict where dmlb = 'XTGL_XSLB' and dm = state.student_type) as "studentTypeName",
  (select mc from base.data_dict where dmlb = 'XTGL_XSDQZT' and dm = state.status) as "statusName"`;
const names = `join base.student on student.student_code = state.student_code
  join base.department on department.dwh = state.dwh join base.grade_major on grade_major.njzydm = state.njzydm
  join base.class_info on class_info.bjdm = state.bjdm`;

function personsOf(
  user: Principal,
  permission: PermissionCode | null,
  of: StudentsOf,
  at: FigurePlace,
  params = sqlParams(),
): { sql: string; params: ReturnType<typeof sqlParams> } {
  const { from, where, day } = countedStudents(user, permission, of, params);
  const places = at.map(({ dimension, code }) => `${codeOf(dimension, day)} = ${params.add(code)}`);
  return { sql: `from ${from} ${names} where ${[where, ...places].join(' and ')}`, params };
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof countedSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  sexName: 'state.xbm',
  gradeMajorName: byPinyin('grade_major.njzymc'),
  departmentName: byPinyin('department.dwmc'),
  studentTypeName: 'state.student_type',
  statusName: 'state.status',
};

/** The students behind a figure, as they were that day. */
export async function listPersons(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  of: StudentsOf,
  { at, sort, pageNo, pageSize }: { readonly at: FigurePlace } & ListPage<(typeof countedSorts)[number]>,
): Promise<{ rows: CountedStudent[]; total: number }> {
  const { sql, params } = personsOf(user, permission, of, at);
  const { rows: counted } = await db.query<{ total: number }>(`select count(*)::int as total ${sql}`, [
    ...params.values,
  ]);
  const { rows } = await db.query<CountedStudent>(
    `select ${columns} ${sql} order by ${sortedOrder(sort, sortExpressions, 'student.student_number')}
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return { rows: rows.map(told), total: counted[0]?.total ?? 0 };
}

/** A person whose codes nobody has named is told without names. */
const told = (row: CountedStudent): CountedStudent =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])) as CountedStudent;

/** All of them, for an export. */
export function selectPersons(
  user: Principal,
  permission: PermissionCode | null,
  of: StudentsOf,
  at: FigurePlace,
): Selection<CountedStudent> {
  const { sql, params } = personsOf(user, permission, of, at);
  return selection<CountedStudent>(`select ${columns} ${sql} order by student.student_number`, params.values);
}

/** Backup days that were taken, the latest first. */
export async function readBackupDays(
  db: Queryable,
): Promise<{ backupDayId: string; backupName: string; backupDate: string }[]> {
  const { rows } = await db.query<{ backupDayId: string; backupName: string; backupDate: string }>(
    `select backup_day_id as "backupDayId", backup_name as "backupName", backup_date::text as "backupDate"
       from base.backup_day where backup_status = $1 order by backup_date desc, backup_name limit 100`,
    [backupStatus.done],
  );
  return rows;
}
