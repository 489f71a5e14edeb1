import { field } from '../../kernel/resource-field.ts';
import { defineStudentApplication } from '../student-application-kind.ts';

/** Days from the begin of a semester in which items are changed: before its third week. */
export const CHANGE_ITEM_DAYS = 14;

/** SCHEME-35 学生专项变更 (ZXBGSQ): another item of the same course (SCHEME-34). */
export const studentChangeItem = defineStudentApplication({
  group: 'studentChangeItem',
  verb: '申请专项变更',
  subject: '专项',
  fields: {
    oldItemId: field.text('现在的专项', 64, { required: true }),
    newItemId: field.text('变更为', 64, { required: true, hint: '须是同一课程的专项' }),
    changeReason: field.area('变更原因', 200, { required: true }),
  },
  offered: ['oldItemId', 'newItemId'],
  files: { businessTable: 'T_PYFA_ZXBGSQ', required: false, note: '身体原因等证明材料' },
  timeType: null,
  revoking: '学生将回到原来的专项，原专项须还有名额。',
});
