import { hash } from 'node:crypto';
import { REGIONS } from '@jwxt/contracts/base-info/region.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { DivisionAsked } from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import {
  divideClasses,
  figuresOf,
  type ClassFigures,
  type Divided,
} from '@jwxt/contracts/student-status/freshman/class-division.rules.ts';
import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import {
  formatNumber,
  type Segment,
  type SegmentValues,
} from '@jwxt/contracts/student-status/freshman/number.rules.ts';
import {
  sortBy,
  type Sortable,
  type SortField,
  type SortKey,
} from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import type { Queryable } from './postgres.ts';
import { allowsSql } from './status-allowance.ts';

/** A class of a division: one that is there, or one that is to be made. */
export interface PlannedClass {
  /** Null: it is to be made. */
  readonly bjdm: string | null;
  readonly classNumber: string;
  readonly className: string;
  /** Who is put into it, by key. */
  readonly keys: readonly string[];
  readonly figures: ClassFigures;
}
/** What a division comes to in one grade-major. */
export interface PlannedDivision {
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  /** Why nothing is done; empty: nothing hinders. */
  readonly problem: string;
  readonly classes: readonly PlannedClass[];
}
/** What may go wrong with a division as a whole. */
export type DivisionProblem = { readonly missing: '排序规则' | '班级编号规则' };

interface GradeMajor {
  readonly id: string;
  readonly name: string;
  readonly values: SegmentValues;
}
interface ClassRow {
  readonly bjdm: string;
  readonly gradeMajorId: string;
  readonly classNumber: string;
  readonly className: string;
}
/** A freshman as sorting and division see him. */
export type FreshmanRow = Sortable &
  Divided & { readonly gradeMajorId: string; readonly status: string; readonly bjdm: string | null };
interface ClassRule {
  readonly numberSegments: readonly Segment[];
  readonly nameSegments: readonly Segment[];
}

/** Columns of `freshman` as {@link FreshmanRow} names them. Scores in tenths. */
export const freshmanColumns = `freshman.freshman_key as key, freshman.student_name as name, freshman.sex_code as sex,
  freshman.grade_major_id as "gradeMajorId", freshman.freshman_status as status, freshman.bjdm,
  coalesce(left(freshman.source_place, 2), '') as province, freshman.source_place as origin,
  freshman.admit_score as "totalScore", freshman.chinese_score as "chineseScore", freshman.math_score as "mathScore",
  freshman.foreign_score as "foreignScore", freshman.comprehensive_score as "comprehensiveScore",
  freshman.examinee_number as "examineeNumber"`;

/** What numbers of a grade-major are made of, as a json of {@link SegmentValues}. */
export const gradeMajorValues = `jsonb_build_object('grade', left(grade_major.njdm, 4),
  'gradeShort', substr(grade_major.njdm, 3, 2), 'level', grade_major.pyccm, 'department', department.ywbm,
  'major', major.ywbm, 'majorName', coalesce(nullif(major.zyjc, ''), major.zymc))`;

/** The fields of a sorting rule in use; undefined: there is none of that key. None asked for: no fields. */
export async function loadSortRule(db: Queryable, sortRuleId: string | null): Promise<SortKey[] | undefined> {
  if (sortRuleId === null) return [];
  const { rows } = await db.query<{ fields: SortKey[] }>(
    `select sort_fields as fields from base.sort_rule where sort_rule_id = $1 and sfqy = '1'`,
    [sortRuleId],
  );
  return rows[0]?.fields;
}

const marks: readonly SortField[] = ['totalScore', 'chineseScore', 'mathScore', 'foreignScore', 'comprehensiveScore'];

/**
 * What a division comes to as things stand (STUDENT-STATUS-12): the same for who looks before and for who carries it
 * out.
 */
export async function planDivision(
  db: Queryable,
  { plans, sortRuleId, classRuleId, again }: DivisionAsked,
): Promise<readonly PlannedDivision[] | DivisionProblem> {
  const sorting = await loadSortRule(db, sortRuleId);
  if (!sorting) return { missing: '排序规则' };
  const rule = classRuleId === null ? null : await loadClassRule(db, classRuleId);
  if (rule === undefined) return { missing: '班级编号规则' };
  const ids = plans.map(({ gradeMajorId }) => gradeMajorId);
  const gradeMajors = await loadGradeMajors(db, ids);
  const classes = Map.groupBy(await loadClasses(db, ids), ({ gradeMajorId }) => gradeMajorId);
  const freshmen = Map.groupBy(await loadFreshmen(db, ids), ({ gradeMajorId }) => gradeMajorId);
  const students = await loadStudents(db, ids);
  const measure = sorting.map(({ field }) => field).find((field) => marks.includes(field)) ?? 'totalScore';
  const numbers = await loadClassNumbers(db);
  const wanted = new Map(plans.map(({ gradeMajorId, classNum }) => [gradeMajorId, classNum]));
  return gradeMajors.map((gradeMajor): PlannedDivision => {
    const told = { gradeMajorId: gradeMajor.id, gradeMajorName: gradeMajor.name };
    const all = (freshmen.get(gradeMajor.id) ?? []).map((each) => ({
      ...each,
      score: (each[measure] as number | null) ?? null,
    }));
    const isDivided = ({ status }: FreshmanRow) =>
      status === freshmanStatus.reported || (again === yesNo.yes && status === freshmanStatus.divided);
    const people = sortBy(sorting, all.filter(isDivided), ({ key }) => key);
    const stopped = (problem: string) => ({ ...told, problem, classes: [] });
    if (people.length === 0) return stopped('没有待分班的已报到新生');
    const known = classes.get(gradeMajor.id) ?? [];
    const count = wanted.get(gradeMajor.id) ?? 1;
    const rooms: ClassRoom[] = known.slice(0, count).map((room) => ({ ...room, members: membersOf(room.bjdm) }));
    if (rooms.length < count && rule === null)
      return stopped(`现有 ${String(known.length)} 个行政班，请选择班级编号规则以新增其余的班`);
    if (rule) {
      const names = new Set(known.map(({ className }) => className));
      const made = newClasses(rule, gradeMajor.values, count - rooms.length, { numbers, names });
      if (made === null) return stopped('班级编号的流水号已用完，请修改班级编号规则');
      rooms.push(...made.map((each) => ({ ...each, bjdm: null, members: [] })));
    }
    const placed = divideClasses(
      people,
      rooms.map(({ classNumber, members }) => ({ key: classNumber, members })),
    );
    return {
      ...told,
      problem: '',
      classes: rooms.map(({ bjdm, classNumber, className, members }) => {
        const put = people.filter(({ key }) => placed.get(key) === classNumber);
        const keys = put.map(({ key }) => key);
        return { bjdm, classNumber, className, keys, figures: figuresOf([...members, ...put]) };
      }),
    };

    function membersOf(bjdm: string): Divided[] {
      return [...all.filter((each) => each.bjdm === bjdm && !isDivided(each)), ...(students.get(bjdm) ?? [])];
    }
  });
}

type ClassRoom = Omit<ClassRow, 'bjdm' | 'gradeMajorId'> & { bjdm: string | null; members: readonly Divided[] };

/** So many classes by a rule, with serial numbers that no class has; null: they do not suffice. */
function newClasses(
  { numberSegments, nameSegments }: ClassRule,
  values: SegmentValues,
  count: number,
  { numbers, names }: { numbers: Set<string>; names: Set<string> },
): { classNumber: string; className: string }[] | null {
  const made: { classNumber: string; className: string }[] = [];
  const digits = numberSegments.find(({ type }) => type === 'serial')?.length ?? 1;
  for (let serial = 1; made.length < count; serial += 1) {
    if (serial >= 10 ** digits) return null;
    const classNumber = formatNumber(numberSegments, values, serial);
    const className = formatNumber(nameSegments, values, serial);
    if (numbers.has(classNumber) || names.has(className)) continue;
    numbers.add(classNumber);
    names.add(className);
    made.push({ classNumber, className });
  }
  return made;
}

/** By which a person who has seen a division says that it is the one he means. */
export function divisionDigest(plans: readonly PlannedDivision[]): string {
  const told = plans.map(({ gradeMajorId, problem, classes }) => [
    gradeMajorId,
    problem,
    classes.map(({ bjdm, classNumber, className, keys }) => [bjdm, classNumber, className, keys.toSorted()]),
  ]);
  return hash('sha256', JSON.stringify(told));
}

async function loadGradeMajors(db: Queryable, ids: readonly string[]): Promise<GradeMajor[]> {
  const { rows } = await db.query<GradeMajor>(
    `select grade_major.njzydm as id, grade_major.njzymc as name, ${gradeMajorValues} as values
       from base.grade_major join base.major using (zydm) join base.department on department.dwh = grade_major.dwh
      where grade_major.njzydm = any($1) order by department.pxh, grade_major.njzydm`,
    [ids],
  );
  return rows;
}

/** Classes that freshmen may come into, by number. */
async function loadClasses(db: Queryable, ids: readonly string[]): Promise<ClassRow[]> {
  const { rows } = await db.query<ClassRow>(
    `select bjdm, njzydm as "gradeMajorId", ywbm as "classNumber", bjmc as "className" from base.class_info
      where njzydm = any($1) and sfqy = '1' and sfby = '0' order by ywbm`,
    [ids],
  );
  return rows;
}

async function loadFreshmen(db: Queryable, ids: readonly string[]): Promise<FreshmanRow[]> {
  const { rows } = await db.query<FreshmanRow>(
    `select ${freshmanColumns} from base.freshman
      where freshman.grade_major_id = any($1) and freshman.freshman_status = any($2)
      order by freshman.freshman_key`,
    [ids, [freshmanStatus.reported, freshmanStatus.divided, freshmanStatus.numbered, freshmanStatus.student]],
  );
  return rows;
}

/** Students of these classes who were no freshmen of this list: who repeats a year is in a class, too. */
async function loadStudents(db: Queryable, ids: readonly string[]): Promise<Map<string, Divided[]>> {
  const { rows } = await db.query<Divided & { bjdm: string }>(
    `select student.bjdm, student.student_code as key, student.xbm as sex,
        coalesce(left(student.source_place, 2), '') as province, null::int as score
       from base.student where student.njzydm = any($1) and ${allowsSql('student.dqztm', 'countInStatistics')}
        and not exists (select from base.freshman where freshman.freshman_key = student.student_code)`,
    [ids],
  );
  return Map.groupBy(rows, ({ bjdm }) => bjdm);
}

async function loadClassRule(db: Queryable, classRuleId: string): Promise<ClassRule | undefined> {
  const { rows } = await db.query<ClassRule>(
    `select number_segments as "numberSegments", name_segments as "nameSegments" from base.class_rule
      where class_rule_id = $1 and sfqy = '1'`,
    [classRuleId],
  );
  return rows[0];
}

async function loadClassNumbers(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query<{ number: string }>('select ywbm as number from base.class_info');
  return new Set(rows.map(({ number }) => number));
}

/** Names of provinces by their code. */
export async function loadProvinces(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    'select dm as code, mc as name from base.data_dict where dmlb = $1 and length(dm) = 2',
    [REGIONS],
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}
