import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './shared/use-count.ts';

export const majorRules: ResourceRules = {
  uses: [usedBy('年级专业', '个', 'grade_major', 'zydm'), usedBy('学生', '名', 'student', 'zydm')],
};

/** A grade-major is called by its grade and its major, as they are called when it is saved. */
export const gradeMajorRules: ResourceRules = {
  uses: [
    usedBy('行政班', '个', 'class_info', 'njzydm'),
    usedBy('学生', '名', 'student', 'njzydm'),
    usedBy('执行计划', '条', 'execution_plan', 'njzydm'),
    usedBy('课程体系', '条', 'scheme_system', 'grade_major_id'),
    usedBy('专业体系', '条', 'major_system', 'grade_major_id'),
  ],
  async derive(client, { njdm, zydm }) {
    const { rows } = await client.query<{ name: string }>(
      'select grade.njmc || major.zymc as name from base.grade, base.major where grade.njdm = $1 and major.zydm = $2',
      [njdm, zydm],
    );
    return { njzymc: rows[0]?.name ?? '' };
  },
};

export const classInfoRules: ResourceRules = {
  uses: [usedBy('学生', '名', 'student', 'bjdm')],
};
