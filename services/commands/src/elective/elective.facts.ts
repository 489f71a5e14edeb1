import type { ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { ElectiveShown } from '@jwxt/contracts/elective/elective.events.ts';
import {
  attributeTypeNames,
  electiveDictionaries,
  HOUR_DICTIONARY,
  courseSource,
} from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What base data says about a form: the names behind its codes, and the fields whose code it does not know. */
export interface KnownContent {
  readonly shown: ElectiveShown;
  /** Paths such as `courseNature`, `teacherList`, `rangeList`. */
  readonly unknown: readonly string[];
}

const dictionaryOf = Object.entries(electiveDictionaries);

/** Reads the names of everything that a form names by code (C4). */
export async function loadContent(db: Queryable, form: ElectiveDraft): Promise<KnownContent> {
  const [names, hours, teachers, ranges] = await Promise.all([
    loadNames(db, form),
    loadHours(db, form),
    loadTeachers(db, form),
    loadRanges(db, form),
  ]);
  const unknown = Object.keys({ semester: 0, departmentId: 0, schoolZone: 0, ...electiveDictionaries }).filter(
    (field) => form[field as 'semester'] !== '' && !(field in names),
  );
  if (hours.length < form.hourList.length) unknown.push('hourList');
  if (teachers.length < form.teacherList.length) unknown.push('teacherList');
  if (ranges.some(({ values }, index) => values.length < (form.rangeList[index]?.values.length ?? 0)))
    unknown.push('rangeList');
  return { shown: { names, hourList: hours, teacherList: teachers, rangeList: ranges }, unknown };
}

async function loadNames(db: Queryable, form: ElectiveDraft): Promise<Record<string, string>> {
  const asked = dictionaryOf.map(([field, dmlb]) => ({
    field,
    dmlb,
    dm: form[field as keyof typeof electiveDictionaries],
  }));
  const { rows } = await db.query<{ field: string; name: string }>(
    `select given.field, entry.mc as name from jsonb_to_recordset($1::jsonb) given (field text, dmlb text, dm text)
      join base.data_dict entry on entry.dmlb = given.dmlb and entry.dm = given.dm and entry.sfqy = '1'
     union all select 'semester', xnxqmc from base.semester where xnxq = $2 and sfgd = '0'
     union all select 'departmentId', dwmc from base.department where dwh = $3 and sfqy = '1' and sfkkdw = '1'
     union all select 'schoolZone', xqmc from base.campus where xqdm = $4 and sfqy = '1'`,
    [JSON.stringify(asked), form.semester, form.departmentId, form.schoolZone],
  );
  return Object.fromEntries(rows.map(({ field, name }) => [field, name]));
}

async function loadHours(db: Queryable, { hourList }: ElectiveDraft): Promise<ElectiveShown['hourList']> {
  const { rows } = await db.query<{ xsbh: string; xsmc: string }>(
    `select dm as xsbh, mc as xsmc from base.data_dict where dmlb = $1 and dm = any($2) and sfqy = '1'`,
    [HOUR_DICTIONARY, hourList.map(({ xsbh }) => xsbh)],
  );
  return hourList.flatMap(({ xsbh, xs }) =>
    rows.filter((row) => row.xsbh === xsbh).map(({ xsmc }) => ({ xsbh, xsmc, xs })),
  );
}

async function loadTeachers(db: Queryable, { teacherList }: ElectiveDraft): Promise<ElectiveShown['teacherList']> {
  const { rows } = await db.query<ElectiveShown['teacherList'][number]>(
    `select teacher.gh, teacher.ywbm, teacher.xm, coalesce(entry.mc, '') as xb, department.dwmc from base.teacher
      join base.department on department.dwh = teacher.dwh
       left join base.data_dict entry on entry.dmlb = 'XTGL_XB' and entry.dm = teacher.xbm
         where teacher.gh = any($1) and teacher.dqztm = '11'`,
    [teacherList.map(({ gh }) => gh)],
  );
  return teacherList.flatMap(({ gh }) => rows.filter((row) => row.gh === gh));
}

async function loadRanges(db: Queryable, { rangeList }: ElectiveDraft): Promise<ElectiveShown['rangeList']> {
  const { rows } = await db.query<{ type: string; code: string; name: string }>(
    `select public_course_range_value.attribute_type as type, public_course_range_value.code,
      public_course_range_value.name from base.public_course_range_value
       join jsonb_to_recordset($1::jsonb) given ("attributeType" text, "values" jsonb) on given."attributeType" =
         public_course_range_value.attribute_type and given.values ? public_course_range_value.code
       order by public_course_range_value.sort_key`,
    [JSON.stringify(rangeList)],
  );
  return rangeList.map(({ attributeType, values }) => ({
    attributeType,
    attributeTypeName: attributeTypeNames[attributeType],
    values: rows
      .filter(({ type, code }) => type === attributeType && values.includes(code))
      .map(({ code, name }) => ({ code, name })),
  }));
}

/**
 * The form with what an existing course says of itself in place of what was sent; null when there is no such course in
 * use.
 */
export async function withCourse(db: Queryable, form: ElectiveDraft): Promise<ElectiveDraft | null> {
  if (form.courseSource === courseSource.new) return { ...form, courseCode: '' };
  const {
    rows: [course],
  } = await db.query<{ kcmc: string; ywbm: string; xf: number; zxs: number }>(
    `select kcmc, ywbm, xf, zxs from base.course where kch = $1 and sfqy = '1'`,
    [form.courseCode],
  );
  return course === undefined
    ? null
    : {
        ...form,
        courseName: course.kcmc,
        courseBusinessCode: course.ywbm,
        credit: tenths(course.xf),
        totalHour: tenths(course.zxs),
      };
}

const tenths = (value: number): string => formatDecimal(value, 1, value % 10 === 0 ? 0 : 1);
