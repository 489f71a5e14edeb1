import { syllabusStatus } from '@jwxt/contracts/base-info/syllabus.resource.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './use-count.ts';

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

/** Classes of a semester that is archived stay as they are (C8), and so do those that lists of reassessments made. */
async function closedClass(client: PoolClient, teachingClassId: unknown): Promise<string | null> {
  const { rows } = await client.query<{ archived: string; kind: string }>(
    `select semester.sfgd as archived, class.class_kind as kind from base.teaching_class class
       join base.semester on semester.xnxq = class.semester_id where class.teaching_class_id = $1`,
    [teachingClassId],
  );
  if (rows[0]?.archived === yesNo.yes) return '所在学期已归档，不能修改';
  return rows[0] !== undefined && rows[0].kind !== ORDINARY ? '由补考或重修名单生成，不能在这里修改' : null;
}
/** Kind of a class that is taught by the plan (`class_kind`). */
const ORDINARY = '1';

export const teachingClassRules: ResourceRules = {
  uses: [
    usedBy('名单', '名学生', 'teaching_class_student', 'teaching_class_id'),
    usedBy('任课教师', '名', 'teaching_class_teacher', 'teaching_class_id'),
    usedBy('课表', '条', 'class_schedule', 'teaching_class_id'),
  ],
  kept: (client, row) => closedClass(client, row['teaching_class_id']),
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
const ofOpenClass: ResourceRules = {
  kept: (client, row) => closedClass(client, row['teaching_class_id']),
  async check(client, { teachingClassId }) {
    const reason = await closedClass(client, teachingClassId);
    return reason === null ? [] : [{ field: 'teachingClassId', message: `教学班${reason}` }];
  },
};
export const teachingClassTeacherRules: ResourceRules = {
  ...ofOpenClass,
  async stays(client, row) {
    const { rowCount } = await client.query(
      'select from base.teaching_class_teacher where teaching_class_id = $1 and gh <> $2 limit 1',
      [row['teaching_class_id'], row['gh']],
    );
    return rowCount === 0 ? '是教学班唯一的教师，请先增加另一位' : null;
  },
};
export const teachingClassStudentRules: ResourceRules = ofOpenClass;

/** Rows of a semester that is archived stay (C8). */
export const executionPlanRules: ResourceRules = {
  async kept(client, row) {
    const { rowCount } = await client.query(`select from base.semester where xnxq = $1 and sfgd = '1'`, [row['xnxq']]);
    return rowCount === 0 ? null : '所在学期已归档，不能修改';
  },
};
