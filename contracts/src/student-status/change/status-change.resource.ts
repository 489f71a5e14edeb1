import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { businessStatusNames, businessStatus } from '../../approval/approval.vocabulary.ts';
import { implementStatus, implementStatusNames } from './status-change.vocabulary.ts';

const ofClass = { readOnly: true, follows: 'classAfter', looked: true } as const;
const before = { readOnly: true } as const;

/**
 * STUDENT-STATUS-16 学籍异动申请. A row is written while nobody has sent it; from then on its application and the
 * stream of the student decide, and the row says what those say. The unit that a student leaves and the one that he
 * goes to both see it.
 */
export const statusChange = defineResource({
  name: 'statusChange',
  service: 'studentStatus',
  table: 'status_change',
  key: 'applyId',
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 84,
      shownAs: 'studentName',
      group: '异动',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 112 }),
    ...studentFields,
    changeType: field.dictionary('异动类别', 'XJ_YDLB', { required: true, search: true, list: 100 }),
    changeReason: field.dictionary('异动原因', 'XJ_YDYY', { required: true, search: true }),
    reasonText: field.area('说明', 300, { required: true }),
    effectiveDate: field.date('异动日期', { required: true, list: 100 }),
    endDate: field.date('截止日期', { hint: '休学、保留学籍、留学等的期满日期' }),
    classAfter: field.reference('异动后行政班', 'classInfo', { list: 'auto', group: '异动后' }),
    gradeMajorAfter: field.reference('异动后年级专业', 'gradeMajor', { ...ofClass, column: 'njzydm' }),
    gradeAfter: field.reference('异动后年级', 'grade', { ...ofClass, column: 'njdm' }),
    departmentAfter: field.reference('异动后院系', 'department', { ...ofClass, column: 'dwh' }),
    studentTypeAfter: field.dictionary('异动后学生类别', 'XTGL_XSLB', {}),
    chosenStatus: field.dictionary('指定学籍状态', 'XTGL_XSDQZT', { hint: '只用于“其他”' }),
    targetSchool: field.text('去向或来源学校', 80, {}),
    statusAfter: field.dictionary('异动后状态', 'XTGL_XSDQZT', before),
    statusBefore: field.dictionary('原学籍状态', 'XTGL_XSDQZT', { ...before, group: '异动前' }),
    classBefore: field.reference('原行政班', 'classInfo', before),
    gradeMajorBefore: field.reference('原年级专业', 'gradeMajor', before),
    departmentBefore: field.reference('原院系', 'department', before),
    studentTypeBefore: field.dictionary('原学生类别', 'XTGL_XSLB', before),
    semesterId: field.reference('学年学期', 'semester', { ...before, search: true }),
    documentNumber: field.text('文号', 40, { ...before, search: true, group: '办理' }),
    documentDate: field.date('发文日期', before),
    approvalStatus: field.choice('审批状态', businessStatusNames, {
      readOnly: true,
      search: true,
      list: 98,
      state: true,
      initial: businessStatus.saved,
    }),
    implementStatus: field.choice('执行状态', implementStatusNames, {
      readOnly: true,
      search: true,
      list: 98,
      state: true,
      initial: implementStatus.waiting,
    }),
  },
  order: [{ by: 'effectiveDate', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  alsoSeenBy: [{ DW: 'departmentBefore' }, { DW: 'departmentAfter' }],
  importKey: ['studentCode', 'changeType', 'effectiveDate'],
  note: '保存后提交审批；审批通过后由教务处执行，在异动日期当天自动生效，生效前可以取消。',
  empty: '还没有学籍异动申请。',
});
