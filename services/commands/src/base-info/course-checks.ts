import { toStored } from '@jwxt/contracts/kernel/resource-values.ts';
import { course } from '@jwxt/contracts/base-info/course.resource.ts';
import { COURSE_CODE } from '@jwxt/contracts/system-setting/code-format.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { keptForOther, markUsed } from '../system-setting/shared/code-use.ts';
import { usedBy } from './shared/use-count.ts';

/** Credit and hours of a course that is planned or taught stay: another version is made (BASE-DATA-20). */
export const courseRules: ResourceRules = {
  uses: [
    usedBy('教学班', '个', 'teaching_class', 'course_id'),
    usedBy('执行计划', '条', 'execution_plan', 'kch'),
    usedBy('个人课程计划', '条', 'personal_course_plan', 'kch'),
    usedBy('升版课程', '门', 'course', 'gbkch'),
    usedBy('课程绑定', '条', 'course_binding', 'main_course_id'),
    usedBy('等效课程绑定', '条', 'course_binding', 'bound_course_id'),
  ],
  async check(client, values, before, context) {
    const holder =
      before?.['ywbm'] === values['ywbm'] ? null : await keptForOther(client, context, COURSE_CODE, values['ywbm']);
    const kept = holder === null ? [] : [{ field: 'ywbm', message: `这个编号正为${holder}占位，请换一个` }];
    if (before === null) return kept;
    const changed = (['xf', 'zxs'] as const).filter(
      (name) => toStored(course.fields[name], values[name]) !== before[name],
    );
    if (changed.length === 0) return kept;
    const { rowCount } = await client.query(
      `select from base.execution_plan where kch = $1
       union all select from base.teaching_class where course_id = $1 limit 1`,
      [before['kch']],
    );
    return rowCount === 0
      ? kept
      : [
          ...kept,
          ...changed.map((field) => ({ field, message: '课程已列入执行计划或已开课，不能修改，请另建升版课程' })),
        ];
  },
  async stored(client, row) {
    await markUsed(client, COURSE_CODE, row['ywbm']);
    return [];
  },
};
