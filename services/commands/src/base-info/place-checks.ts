import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './shared/use-count.ts';

/** One campus at least is in use (BASE-DATA-14). */
export const campusRules: ResourceRules = {
  uses: [
    usedBy('教学楼', '栋', 'building', 'xqdm'),
    usedBy('教室', '间', 'classroom', 'xqdm'),
    usedBy('年级专业', '个', 'grade_major', 'xqdm'),
    usedBy('行政班', '个', 'class_info', 'xqdm'),
    usedBy('教学班', '个', 'teaching_class', 'xqdm'),
    usedBy('教师', '名', 'teacher', 'xqdm'),
  ],
  async check(client, { xqdm, sfqy }, before) {
    if (sfqy === yesNo.yes || before === null) return [];
    const { rowCount } = await client.query(`select from base.campus where sfqy = '1' and xqdm <> $1`, [xqdm]);
    return rowCount === 0 ? [{ field: 'sfqy', message: '至少要有一个启用的校区' }] : [];
  },
};

export const buildingRules: ResourceRules = {
  uses: [usedBy('教室', '间', 'classroom', 'jxlh')],
  async check(client, { xqdm }, before) {
    if (before === null || before['xqdm'] === xqdm) return [];
    const { rowCount } = await client.query('select from base.classroom where jxlh = $1 limit 1', [before['jxlh']]);
    return rowCount === 0 ? [] : [{ field: 'xqdm', message: '教学楼里已有教室，不能改到另一个校区' }];
  },
};

/** A room is on the campus of its building (BASE-DATA-23). */
export const classroomRules: ResourceRules = {
  uses: [usedBy('课表', '条', 'class_schedule', 'jsh')],
  async check(client, { jxlh, xqdm }) {
    const { rowCount } = await client.query('select from base.building where jxlh = $1 and xqdm <> $2', [jxlh, xqdm]);
    return rowCount === 0 ? [] : [{ field: 'jxlh', message: '教学楼不在所选校区' }];
  },
};
