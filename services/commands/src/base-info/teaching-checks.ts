import { errorText } from '@jwxt/contracts/all-errors.ts';
import { SHARED_CLASS_INCOMPLETE, sharedHoursExceeded } from '@jwxt/contracts/base-info/teacher-assignment.ts';
import { syllabusStatus } from '@jwxt/contracts/base-info/syllabus.resource.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { parseWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import { checkedTogether, type CheckOfMany, type ResourceRules } from '../kernel/resource-routes.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { closedClass, closedReason, TEACHERS_ELSEWHERE, teachersElsewhere } from './closed-class.ts';
import { loadMaxWeek } from './shared/max-week.ts';
import { usedBy } from './shared/use-count.ts';

const written = ['bbh', 'dgmc', 'synjdm', 'jxmb', 'dgnr', 'khfa'] as const;

/** One syllabus of a course and starting grade is published; its text is fixed (BASE-DATA-21). */
export const syllabusRules: ResourceRules = {
  stays: (_client, { zt }) =>
    Promise.resolve(zt === syllabusStatus.draft ? null : '已发布过，不能删除，可以改为已结束'),
  async check(client, values, before) {
    const errors: FieldError[] = [];
    if (before !== null && before['zt'] !== syllabusStatus.draft) {
      if (values['zt'] === syllabusStatus.draft) errors.push({ field: 'zt', message: '发布过的大纲不能再改为草稿' });
      for (const field of written)
        if ((values[field] ?? null) !== before[field])
          errors.push({ field, message: '发布后不能修改，请建立新的版本' });
    }
    if (values['zt'] !== syllabusStatus.published) return errors;
    const { rows } = await client.query<{ bbh: string }>(
      `select bbh from base.syllabus
        where kch = $1 and synjdm is not distinct from $2 and zt = '1' and jxdgid is distinct from $3`,
      [values['kch'], values['synjdm'], before?.['jxdgid'] ?? null],
    );
    return [...errors, ...rows.map(({ bbh }) => ({ field: 'zt', message: `版本“${bbh}”已发布，请先把它改为已结束` }))];
  },
};

export const teachingClassRules: ResourceRules = {
  uses: [
    usedBy('名单', '名学生', 'teaching_class_student', 'teaching_class_id'),
    usedBy('任课教师', '名', 'teaching_class_teacher', 'teaching_class_id'),
    usedBy('课表', '条', 'class_schedule', 'teaching_class_id'),
  ],
  kept: (client, row) => closedClass(client, row['teaching_class_id']),
  async stays(client, row) {
    const reason = await teachersElsewhere(client, row['teaching_class_id']);
    return reason === null ? null : '由教学任务生成，请在教学任务中取消确认或停开';
  },
  async check(client, { semesterId, courseId }, before) {
    const { rowCount } = await client.query(`select from base.semester where xnxq = $1 and sfgd = '1'`, [semesterId]);
    if (rowCount !== 0) return [{ field: 'semesterId', message: '该学期已归档，不能修改' }];
    if (before === null || before['course_id'] === courseId) return [];
    const { rowCount: enrolled } = await client.query(
      'select from base.teaching_class_student where teaching_class_id = $1 limit 1',
      [before['teaching_class_id']],
    );
    return enrolled === 0 ? [] : [{ field: 'courseId', message: '教学班已有名单，不能改为另一门课程' }];
  },
};

/** Of a class that is closed nothing is added, changed or removed. */
const ofOpenClass = {
  kept: (client: PoolClient, row: StoredRow) => closedClass(client, row['teaching_class_id']),
  async check(client: PoolClient, { teachingClassId }: WireRow): Promise<FieldError[]> {
    const reason = await closedClass(client, teachingClassId);
    return reason === null ? [] : [{ field: 'teachingClassId', message: `教学班${reason}` }];
  },
} satisfies ResourceRules;
/** A class with who teaches it, hours in tenths. */
interface TaughtClass {
  readonly id: string;
  readonly archived: string;
  readonly kind: string;
  readonly total: number;
  readonly ofJob: boolean;
  readonly teachers: readonly { gh: string; name: string; hour: number | null; weeks: string | null }[];
}

async function readTaught(client: PoolClient, ids: readonly string[]): Promise<ReadonlyMap<string, TaughtClass>> {
  const { rows } = await client.query<TaughtClass>(
    `select class.teaching_class_id as id, semester.sfgd as archived, class.class_kind as kind, course.zxs as total,
        exists (select from base.teaching_job job where job.teaching_class_id = class.teaching_class_id) as "ofJob",
        coalesce((select jsonb_agg(jsonb_build_object('gh', who.gh, 'name', teacher.xm, 'hour', who.hour,
            'weeks', who.start_end_week) order by who.sort_num)
          from base.teaching_class_teacher who join base.teacher using (gh)
          where who.teaching_class_id = class.teaching_class_id), '[]') as teachers
       from base.teaching_class class join base.semester on semester.xnxq = class.semester_id
       join base.course on course.kch = class.course_id where class.teaching_class_id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Of several teachers each has hours and weeks, and together they have no more than the course (PICKERS-115, 116). One
 * that was there before the rule is asked about itself alone.
 */
function sharing({ teachers, total }: TaughtClass, values: WireRow, before: StoredRow | null): FieldError[] {
  const { teacherCode, hour = null, startEndWeek = null } = values;
  const others = teachers.filter(({ gh }) => gh !== teacherCode);
  if (others.length === 0) return [];
  if (hour === null) return [{ field: 'hour', message: SHARED_CLASS_INCOMPLETE }];
  if (startEndWeek === null) return [{ field: 'startEndWeek', message: SHARED_CLASS_INCOMPLETE }];
  const open = others.find((other) => other.hour === null || other.weeks === null);
  if (open && before === null)
    return [{ field: 'teacherCode', message: `请先填写${open.name}的学时和起止周，再增加教师` }];
  const sum = others.reduce((all, other) => all + (other.hour ?? 0), Math.round(Number(hour) * 10));
  return sum > total ? [{ field: 'hour', message: sharedHoursExceeded(sum / 10, total / 10) }] : [];
}

const checkTeachers: CheckOfMany = async (client, rows) => {
  const classes = await readTaught(client, [...new Set(rows.map((row) => textOf(row['teachingClassId'])))]);
  const maxWeek = await loadMaxWeek(client);
  return (values, before) => {
    const taught = classes.get(textOf(values['teachingClassId']));
    if (taught?.ofJob) return [{ field: 'teachingClassId', message: `教学班${TEACHERS_ELSEWHERE}` }];
    const reason = taught ? closedReason(taught) : null;
    const closed = reason === null ? [] : [{ field: 'teachingClassId', message: `教学班${reason}` }];
    const weeks = parseWeeks(textOf(values['startEndWeek']), maxWeek);
    if ('problem' in weeks) return [...closed, { field: 'startEndWeek', message: weeks.problem }];
    return [...closed, ...(taught ? sharing(taught, values, before) : [])];
  };
};

export const teachingClassTeacherRules: ResourceRules = {
  inTurn: { by: 'teachingClassId' },
  kept: async (client, row) =>
    (await ofOpenClass.kept(client, row)) ?? (await teachersElsewhere(client, row['teaching_class_id'])),
  ...checkedTogether(checkTeachers),
  async stays(client, row) {
    const { rowCount } = await client.query(
      'select from base.teaching_class_teacher where teaching_class_id = $1 and gh <> $2 limit 1',
      [row['teaching_class_id'], row['gh']],
    );
    if (rowCount === 0) return '是教学班唯一的教师，请先增加另一位';
    const { rowCount: meetings } = await client.query(
      'select from base.class_schedule where teaching_class_id = $1 and gh = $2 limit 1',
      [row['teaching_class_id'], row['gh']],
    );
    return meetings === 0 ? null : '还有课程安排，请先改由另一位教师上课';
  },
};
/** Who is in a class has a status in which he takes courses (decision 082). */
export const teachingClassStudentRules: ResourceRules = {
  ...ofOpenClass,
  async check(client, values, before) {
    const closed = await ofOpenClass.check(client, values);
    const barred = before === null ? await firstNotAllowed(client, [values['studentCode']], 'enterScores') : null;
    return barred === null
      ? closed
      : [...closed, { field: 'studentCode', message: errorText('STATUS_FORBIDS', { ...barred }) }];
  },
};
