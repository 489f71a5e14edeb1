import { RESIDENT_CARD } from '../../base-info/person.resource.ts';
import { idNumberProblem } from '../../kernel/text-format.ts';
import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';

/** What temporary students are here for. */
const temporaryTypes = { '1': '旁听', '2': '借读', '3': '短期来校' } as const;
/** Their kind among students (XTGL_XSLB), and the state that is no status (XTGL_XSDQZT 其他). */
export const TEMPORARY_STUDENT_TYPE = '4299';
export const TEMPORARY_STATUS = '99';

/**
 * STUDENT-STATUS-10 临时学生: persons who study here for a time. Each is a row of `base.student` of the kind 临时学生
 * besides, so that rosters and score sheets hold them like everybody; that row has no status that graduates.
 */
export const temporaryStudent = defineResource({
  name: 'temporaryStudent',
  service: 'studentStatus',
  table: 'temporary_student',
  key: 'temporaryStudentId',
  called: 'studentName',
  fields: {
    temporaryNumber: field.text('临时学号', 20, { readOnly: true, search: true, list: 100 }),
    studentName: field.text('姓名', 60, { required: true, search: true, list: 76 }),
    sexCode: field.dictionary('性别', 'XTGL_XB', { required: true, shownAs: 'sexName' }),
    temporaryType: field.choice('类型', temporaryTypes, { required: true, search: true, list: 70, initial: '1' }),
    idType: field.dictionary('证件类型', 'XTGL_SFZJLX', {}),
    idNumber: field.formatted('证件号', 'identity', 20, { personal: 'idNumber' }),
    sourceSchool: field.text('来源学校', 80, { list: 'auto' }),
    bjdm: field.reference('随读行政班', 'classInfo', {
      required: true,
      search: true,
      list: 112,
      shownAs: 'administrativeClassName',
    }),
    departmentId: field.reference('院系', 'department', {
      readOnly: true,
      follows: 'bjdm',
      search: true,
      column: 'dwh',
    }),
    schoolZone: field.reference('校区', 'campus', { readOnly: true, follows: 'bjdm', column: 'xqdm' }),
    beginDate: field.date('开始日期', { required: true, list: 100 }),
    endDate: field.date('结束日期', { required: true, list: 100 }),
    toStudentNumber: field.text('转正学号', 20, { readOnly: true, list: 104 }),
  },
  order: [{ by: 'temporaryNumber' }],
  scope: { DW: 'departmentId', XQ: 'schoolZone', XZB: 'bjdm' },
  unique: [{ fields: ['studentName', 'bjdm', 'beginDate'], message: '该班已有同名、同日开始的临时学生' }],
  importKey: ['studentName', 'bjdm', 'beginDate'],
  check: ({ beginDate, endDate, idType, idNumber }) => {
    const problem = idType === RESIDENT_CARD && idNumber !== null ? idNumberProblem(idNumber) : null;
    return [
      ...(endDate < beginDate ? [{ field: 'endDate', message: '结束日期不应早于开始日期' }] : []),
      ...(idNumber !== null && idType === null ? [{ field: 'idType', message: '填写证件号时应选择证件类型' }] : []),
      ...(problem === null ? [] : [{ field: 'idNumber', message: problem }]),
    ];
  },
  note: '临时学生可以加入教学班名单并取得成绩，没有学籍，不参加毕业审核；转正后名单与成绩保留。',
  empty: '还没有临时学生。',
});
