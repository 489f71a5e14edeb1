import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { appealStatusNames, punishStatusNames, rowSourceNames } from './conduct.vocabulary.ts';
import { monthsProblem } from './punishment.rules.ts';

/** What a punishment is for and how heavy it is, as it is asked for and kept. */
export const punishmentFields = {
  violationType: field.dictionary('违纪类别', 'XJ_WJLB', { required: true, search: true, list: 'auto' }),
  violationDate: field.date('违纪日期', { required: true }),
  punishName: field.dictionary('处分', 'XJ_CFMC', { required: true, search: true, list: 90 }),
  months: field.integer('期限（月）', [1, 24], { hint: '警告至记过 6 至 12 个月，留校察看 12 个月，自送达之日起算' }),
};

/**
 * STUDENT-STATUS-39 处分: what was approved, and older ones that the office registers or imports. Delivery, appeal,
 * removal and revocation are commands of their own.
 */
export const punishment = defineResource({
  name: 'punishment',
  service: 'studentStatus',
  table: 'punishment',
  key: 'punishmentId',
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    ...studentFields,
    ...punishmentFields,
    punishStatus: field.choice('状态', punishStatusNames, { readOnly: true, search: true, list: 98, state: true }),
    violationText: field.area('违纪简况', 1000, { required: true, personal: 'other' }),
    punishDate: field.date('处分日期', {}),
    documentNumber: field.text('文号', 40, {}),
    deliverDate: field.date('送达日期', { fixed: true, list: 106, hint: '登记以前的处分时填写；新的处分用“送达”办理' }),
    removeDate: field.date('解除日期', { fixed: true, hint: '登记已解除的处分时填写' }),
    effectDate: field.date('生效日期', { readOnly: true }),
    endDate: field.date('期满日期', { readOnly: true, list: 106 }),
    appealStatus: field.choice('申诉', appealStatusNames, { readOnly: true, search: true }),
    appealDate: field.date('申诉日期', { readOnly: true }),
    appealText: field.text('申诉理由', 500, { readOnly: true, personal: 'other' }),
    appealDecideDate: field.date('复查决定日期', { readOnly: true }),
    appealOpinion: field.text('复查决定', 200, { readOnly: true, personal: 'other' }),
    endReason: field.text('解除或撤销原因', 200, { readOnly: true }),
    attemptName: field.text('关联的成绩备注', 120, { readOnly: true }),
    rowSource: field.choice('来源', rowSourceNames, { readOnly: true }),
  },
  order: [{ by: 'violationDate', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  unique: [
    {
      fields: ['studentCode', 'violationType', 'violationDate'],
      message: '该学生这一天的同类违纪已有处分',
    },
  ],
  check({ punishName, months, violationDate, punishDate, deliverDate, removeDate }) {
    const problem = monthsProblem(punishName, months);
    const later = (field: string, label: string, day: string | null, before: string | null, than: string) =>
      day !== null && before !== null && day < before ? [{ field, message: `${label}不应早于${than}` }] : [];
    return [
      ...(problem === null ? [] : [{ field: 'months', message: problem }]),
      ...later('punishDate', '处分日期', punishDate, violationDate, '违纪日期'),
      ...later('deliverDate', '送达日期', deliverDate, punishDate ?? violationDate, '处分日期'),
      ...(removeDate !== null && deliverDate === null
        ? [{ field: 'deliverDate', message: '已解除的处分请填写送达日期' }]
        : later('removeDate', '解除日期', removeDate, deliverDate, '送达日期')),
    ];
  },
  note: '新的处分由“处分申请”审批后登记；这里直接登记的是以前的处分。解除或撤销的处分保留在历史中。',
  empty: '还没有处分。',
});
