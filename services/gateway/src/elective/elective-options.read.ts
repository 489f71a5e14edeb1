import type { z } from 'zod';
import {
  type electiveCourse,
  type electiveOptions,
  type rangeValues,
  type roundCheckout,
  roundState,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { electiveClashes, type ElectiveClash } from '@jwxt/contracts/elective/elective-error.vocabulary.ts';
import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import {
  HOUR_DICTIONARY,
  TEACHER_LIMIT,
  TEACHER_LIMIT_PARAMETER,
} from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';

type Options = z.output<(typeof electiveOptions)['output']>;
type Checkout = z.output<(typeof roundCheckout)['output']>;

/** Hour categories in use. */
export async function readHourCategories(db: Queryable): Promise<{ xsbh: string; xsmc: string }[]> {
  const { rows } = await db.query<{ xsbh: string; xsmc: string }>(
    `select dm as xsbh, mc as xsmc from base.data_dict where dmlb = $1 and sfqy = '1' order by pxh, dm`,
    [HOUR_DICTIONARY],
  );
  return rows;
}

/**
 * Selects of the form: semesters with their round for the caller's unit, the units above and below it that open
 * courses, campuses.
 */
export async function readElectiveOptions(
  db: Queryable,
  { gh, departmentId, ownUnits }: Principal,
  now: Date,
): Promise<Options> {
  const [semesters, departments, zones, teachers] = await Promise.all([
    db.query<{ code: string; name: string; state: string | null; begin: Date | null; end: Date | null }>(
      `select semester.xnxq as code, semester.xnxqmc as name, public_course_round.state,
        public_course_round.begin_time as begin, public_course_round.end_time as "end" from base.semester
         left join lateral base.public_course_round(semester.xnxq, $1, $2) public_course_round on true
           where semester.sfgd = '0' order by semester.xnxq desc`,
      [departmentId, now],
    ),
    db.query<{ code: string; name: string }>(
      `with recursive line as (select dwh, lsdwh from base.department
        where dwh = $1 union select department.dwh, department.lsdwh
          from base.department join line on department.dwh = line.lsdwh)
       select dwh as code, dwmc as name from base.department
       where sfqy = '1' and sfkkdw = '1' and (dwh in (select dwh from line) or dwh = any($2)) order by pxh, dwh`,
      [departmentId, ownUnits],
    ),
    db.query<{ code: string; name: string }>(
      `select xqdm as code, xqmc as name from base.campus where sfqy = '1' order by xqdm`,
    ),
    db.query<NonNullable<Options['self']>>(
      `select teacher.gh, teacher.ywbm, teacher.xm, coalesce(entry.mc, '') as xb, department.dwmc from base.teacher
        join base.department on department.dwh = teacher.dwh
          left join base.data_dict entry on entry.dmlb = 'XTGL_XB' and entry.dm = teacher.xbm
        where teacher.gh = $1 and teacher.dqztm = '11' and teacher.sfrk = '1'`,
      [gh],
    ),
  ]);
  return {
    semesters: semesters.rows.map(({ code, name, state, begin, end }) => ({
      code,
      name,
      open: state === 'open',
      begin: begin && toDateTimeText(begin),
      end: end && toDateTimeText(end),
    })),
    departments: departments.rows,
    schoolZones: zones.rows,
    self: teachers.rows[0] ?? null,
    departmentId,
  };
}

/** Values of one attribute that tells who may choose a course. */
export async function readRangeValues(
  db: Queryable,
  { attributeType }: z.output<(typeof rangeValues)['input']>,
): Promise<{ code: string; name: string }[]> {
  const { rows } = await db.query<{ code: string; name: string }>(
    'select code, name from base.public_course_range_value where attribute_type = $1 order by sort_key, code',
    [attributeType],
  );
  return rows;
}

/** An existing course as the form takes it over; undefined when there is none in use. */
export async function readCourse(
  db: Queryable,
  courseCode: string,
): Promise<z.output<(typeof electiveCourse)['output']> | undefined> {
  const {
    rows: [course],
  } = await db.query<{
    ywbm: string;
    kcmc: string;
    xf: number;
    zxs: number;
    kcsx: string;
    kcxz: string;
    khfs: string;
    kkxy: string;
  }>(`select ywbm, kcmc, xf, zxs, kcsx, kcxz, khfs, kkxy from base.course where kch = $1 and sfqy = '1'`, [courseCode]);
  if (!course) return undefined;
  const tenths = (value: number): string => formatDecimal(value, 1, value % 10 === 0 ? 0 : 1);
  return {
    courseCode,
    courseBusinessCode: course.ywbm,
    courseName: course.kcmc,
    credit: tenths(course.xf),
    totalHour: tenths(course.zxs),
    courseAttribute: course.kcsx,
    courseNature: course.kcxz,
    examMethod: course.khfs,
    departmentId: course.kkxy,
  };
}

/**
 * Whether a round is open, and what a plan clashes with (ELECTIVE-36); the same questions that a submission is judged
 * by.
 */
export async function checkRound(
  db: Queryable,
  asked: { semester: string; departmentId: string | null; planId?: string; form?: ElectiveDraft },
  now: Date,
): Promise<Checkout> {
  const { semester, departmentId, planId, form } = asked;
  const {
    rows: [round],
  } = await db.query<{ state: 'before' | 'open' | 'after'; begin: Date; end: Date }>(
    'select state, begin_time as begin, end_time as "end" from base.public_course_round($1, $2, $3)',
    [semester, departmentId, now],
  );
  if (!round) return { type: roundState.none, message: errorText('ELECTIVE_ROUND_NONE'), clashes: [] };
  if (round.state === 'before')
    return {
      type: roundState.notBegun,
      message: errorText('ELECTIVE_ROUND_BEFORE', { time: toDateTimeText(round.begin) }),
      clashes: [],
    };
  if (round.state === 'after')
    return {
      type: roundState.over,
      message: errorText('ELECTIVE_ROUND_AFTER', { time: toDateTimeText(round.end) }),
      clashes: [],
    };
  const clashes = form && planId !== undefined ? await readClashes(db, planId, form) : [];
  return clashes[0]
    ? { type: roundState.clashing, message: clashes[0].message, clashes }
    : { type: roundState.open, message: '', clashes: [] };
}

async function readClashes(db: Queryable, planId: string, form: ElectiveDraft): Promise<Checkout['clashes']> {
  const { rows } = await db.query<{ kind: ElectiveClash; subject: string }>(
    `select kind, subject
      from base.public_course_clashes($1, $2, $3, $4, $5, $6, $7, $8,
        coalesce((select para_value::int from base.parameter where param_code = $9), $10))`,
    [
      planId,
      form.semester,
      form.courseSource,
      form.courseBusinessCode.trim(),
      form.courseCode,
      form.courseName.trim(),
      form.departmentId,
      form.teacherList.map(({ gh }) => gh),
      TEACHER_LIMIT_PARAMETER,
      TEACHER_LIMIT,
    ],
  );
  return rows.map(({ kind, subject }) => ({
    field: electiveClashes[kind].field,
    message: errorText(electiveClashes[kind].code, { subject }),
  }));
}
