import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** BASE-DATA-13 节次: the periods of the day; those of a campus take the place of the school's there. */
export const classTime = defineResource({
  name: 'classTime',
  service: 'arrange',
  table: 'class_time',
  key: 'classTimeId',
  called: 'timeName',
  fields: {
    xqdm: field.reference('校区', 'campus', { search: true, list: 160, shownAs: 'xqmc', empty: '全校' }),
    timeCode: field.integer('节次', [1, 20], { required: true, list: 90 }),
    timeName: field.text('名称', 20, { required: true, list: 'auto' }),
    startTime: field.formatted('开始时间', 'clock', 5, { required: true, list: 120, hint: '如 08:00' }),
    endTime: field.formatted('结束时间', 'clock', 5, { required: true, list: 120 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'xqdm' }, { by: 'timeCode' }],
  scope: { XQ: 'xqdm' },
  unique: [{ fields: ['timeCode', 'xqdm'], message: '该校区的这个节次已存在' }],
  check: ({ startTime, endTime }) =>
    endTime > startTime ? [] : [{ field: 'endTime', message: '结束时间应晚于开始时间' }],
  empty: '还没有节次。没有自己节次的校区按全校的节次上课。',
});
