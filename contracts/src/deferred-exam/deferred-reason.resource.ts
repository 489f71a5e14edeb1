import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

/** SCORE-MORE-17 缓考原因: why an exam may be sat later, and what each reason asks for. */
export const deferredReason = defineResource({
  name: 'deferredReason',
  service: 'score',
  table: 'deferred_reason',
  key: 'deferredReasonCode',
  called: 'deferredReasonName',
  fields: {
    deferredReasonName: field.text('缓考原因', 30, { required: true, search: true, list: 'auto' }),
    needFile: field.yesNo('需附件', { search: true, list: 110, hint: '打开后，申请须上传证明材料' }),
    allowAfterExam: field.yesNo('可考后申请', {
      list: 130,
      hint: '打开后，申请时间截止以后、成绩单提交以前仍可申请',
    }),
    sortNum: field.integer('排序号', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'sortNum' }, { by: 'deferredReasonName' }],
  unique: [{ fields: ['deferredReasonName'], message: '缓考原因已存在' }],
});
