import { REGIONS } from '../../base-info/region.operations.ts';
import { identityErrors, RESIDENT_CARD } from '../../base-info/person.resource.ts';
import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { abandonWayNames, freshmanStatusNames, keepReasonNames } from './freshman.vocabulary.ts';

const fromGradeMajor = { readOnly: true, follows: 'gradeMajorId', search: true } as const;
const mark = [0, 999] as const;
const byAct = { readOnly: true } as const;

/**
 * STUDENT-STATUS-11 新生: who is admitted, until he is a student. Grade, unit, major, campus and student type are those
 * of the grade-major he is admitted to; where he stands changes by what is done to him alone ({@link freshmanActs}).
 */
export const freshman = defineResource({
  name: 'freshman',
  service: 'studentStatus',
  table: 'freshman',
  key: 'freshmanKey',
  called: 'studentName',
  fields: {
    examineeNumber: field.formatted('考生号', 'code', 14, { required: true, search: true, list: 124, group: '录取' }),
    studentName: field.text('姓名', 60, { required: true, search: true, list: 84 }),
    sexCode: field.dictionary('性别', 'XTGL_XB', { required: true, search: true, list: 56, shownAs: 'sexName' }),
    gradeMajorId: field.reference('录取专业', 'gradeMajor', {
      required: true,
      search: true,
      list: 'auto',
      shownAs: 'gradeMajorName',
    }),
    grade: field.reference('年级', 'grade', { ...fromGradeMajor, column: 'njdm' }),
    departmentId: field.reference('院系', 'department', { ...fromGradeMajor, column: 'dwh' }),
    majorId: field.reference('专业', 'major', { ...fromGradeMajor, column: 'zydm', search: undefined }),
    schoolZone: field.reference('校区', 'campus', { ...fromGradeMajor, column: 'xqdm', search: undefined }),
    studentType: field.dictionary('学生类别', 'XTGL_XSLB', { ...fromGradeMajor, column: 'xslbdm' }),
    admissionNumber: field.formatted('通知书号', 'code', 20, { search: true }),
    admitType: field.dictionary('录取类别', 'XJ_LQLB', {}),
    sourcePlace: field.dictionary('生源地', REGIONS, { list: 84 }),
    admitScore: field.tenths('高考总分', mark, { list: 80 }),
    chineseScore: field.tenths('语文', mark, {}),
    mathScore: field.tenths('数学', mark, {}),
    foreignScore: field.tenths('外语', mark, {}),
    comprehensiveScore: field.tenths('综合（选考）', mark, {}),
    idType: field.dictionary('证件类型', 'XTGL_SFZJLX', { required: true, initial: RESIDENT_CARD, group: '身份' }),
    idNumber: field.formatted('证件号', 'identity', 20, { required: true, personal: 'idNumber' }),
    nationCode: field.dictionary('民族', 'XTGL_MZ', {}),
    politicalCode: field.dictionary('政治面貌', 'XTGL_ZZMM', {}),
    mobile: field.formatted('手机', 'mobile', 11, { personal: 'phone' }),
    address: field.text('家庭住址', 120, { personal: 'address' }),
    freshmanStatus: field.choice('状态', freshmanStatusNames, {
      ...byAct,
      search: true,
      list: 110,
      state: true,
      group: '入学',
    }),
    reportTime: field.time('报到时间', byAct),
    leaveUntil: field.date('请假至', byAct),
    leaveReason: field.text('未报到原因', 100, byAct),
    keepReason: field.choice('保留原因', keepReasonNames, byAct),
    keepUntil: field.date('保留至', byAct),
    abandonWay: field.choice('放弃方式', abandonWayNames, byAct),
    abandonReason: field.text('放弃说明', 100, byAct),
    bjdm: field.reference('行政班', 'classInfo', {
      ...byAct,
      search: true,
      list: 112,
      shownAs: 'administrativeClassName',
    }),
    studentNumber: field.text('学号', 20, { ...byAct, search: true, list: 124 }),
  },
  order: [{ by: 'grade', descending: true }, { by: 'gradeMajorId' }, { by: 'examineeNumber' }],
  scope: {
    NJ: 'grade',
    XQ: 'schoolZone',
    XSLB: 'studentType',
    DW: 'departmentId',
    ZY: 'majorId',
  },
  unique: [
    { fields: ['examineeNumber'], message: '该考生号已有新生' },
    { fields: ['admissionNumber'], message: '该通知书号已有新生', unlessEmpty: true },
    { fields: ['idNumber'], message: '该证件号已有新生' },
  ],
  check: ({ idType, idNumber, sexCode }) =>
    identityErrors(
      { type: idType, number: idNumber, birth: null, sex: sexCode },
      { type: 'idType', number: 'idNumber', birth: 'idNumber', sex: 'sexCode' },
    ),
  empty: '还没有新生。请先建立年级专业，再导入录取名单。',
  note: '状态由报到、分班、编学号、转学籍等操作改变。已转学籍的，请在“学生信息”中修改。',
});
