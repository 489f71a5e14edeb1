import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** SYSADMIN-04 通知类型: kinds of notices, and whether their readers confirm that they have read them. */
export const noticeType = defineResource({
  name: 'noticeType',
  service: 'system',
  table: 'notice_type',
  key: 'noticeTypeId',
  called: 'noticeTypeName',
  fields: {
    noticeTypeName: field.text('通知类型', 30, { required: true, search: true, list: 'auto' }),
    needRead: field.yesNo('须确认', { search: true, list: 110, hint: '打开后，这一类通知要求读者确认已阅读' }),
    sortNum: field.integer('排序号', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'sortNum' }, { by: 'noticeTypeName' }],
  unique: [{ fields: ['noticeTypeName'], message: '通知类型已存在' }],
});
