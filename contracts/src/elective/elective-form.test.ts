import { describe, expect, it } from 'vitest';
import { electiveDraft, electiveErrors, electiveForm, figuresOf, type ElectiveDraft } from './elective-form.ts';
import { electiveDetail } from './elective.operations.ts';
import { attributeTypeNames, attributeTypes, courseSourceNames } from './elective.vocabulary.ts';

const complete: ElectiveDraft = electiveDraft.parse({
  courseName: '西方音乐鉴赏',
  courseBusinessCode: 'GX2026001',
  semester: '2026-2027-1',
  departmentId: '101',
  publicCourseCategory: '03',
  schoolZone: '1',
  courseAttribute: '3',
  courseNature: '08',
  examMethod: '2',
  classPlanNum: '2',
  classSize: '60',
  credit: '1.5',
  totalHour: '24',
  courseSign: '1',
  hourList: [
    { xsbh: '1', xs: '20' },
    { xsbh: '4', xs: '4' },
  ],
  teacherList: [{ gh: 'T1' }],
  teacherInfo: '师'.repeat(150),
  courseInfo: '课'.repeat(300),
});
const errorsWith = (change: Partial<ElectiveDraft>): Record<string, string> =>
  electiveErrors({ ...complete, ...change });

describe('what may be sent for approval', () => {
  it('takes a complete form, with full-width digits as digits', () => {
    expect(electiveErrors(complete)).toEqual({});
    const form = electiveForm.parse({
      ...complete,
      classSize: '６０ ',
      credit: '１．５',
      courseName: ' 西方音乐鉴赏 ',
    });
    expect(form).toMatchObject({ classSize: '60', credit: '1.5', courseName: '西方音乐鉴赏' });
    expect(figuresOf(form)).toEqual({ classPlanNum: 2, classSize: 60, credit: 15, totalHour: 240 });
  });

  it.each([
    ['ELECTIVE-08', 'courseName', '课程名称必填'],
    ['ELECTIVE-09', 'courseBusinessCode', '课程编号必填'],
    ['ELECTIVE-10', 'semester', '当前开课学期必填'],
    ['ELECTIVE-11', 'departmentId', '开课单位必填'],
    ['ELECTIVE-12', 'publicCourseCategory', '公选课类别必填'],
    ['ELECTIVE-13', 'schoolZone', '上课校区必填'],
    ['ELECTIVE-14', 'courseAttribute', '课程属性必填'],
    ['ELECTIVE-15', 'courseNature', '课程性质必填'],
    ['ELECTIVE-16', 'examMethod', '考核方式必填'],
    ['ELECTIVE-17', 'classPlanNum', '计划开班数必填'],
    ['ELECTIVE-18', 'classSize', '班级人数必填'],
    ['ELECTIVE-19', 'credit', '学分必填'],
    ['ELECTIVE-20', 'totalHour', '总学时必填'],
    ['ELECTIVE-21', 'courseSign', '课程类型必填'],
    ['ELECTIVE-23', 'isSchoolWide', '必填'],
  ])('%s: %s is required: %s', (_id, field, message) => {
    expect(errorsWith({ [field]: '' })).toEqual({ [field]: message });
    if (field !== 'isSchoolWide') expect(errorsWith({ [field]: '  ' })).toEqual({ [field]: message });
  });

  it('ELECTIVE-22: the hour categories are required, each and altogether, and add up to the total', () => {
    expect(errorsWith({ hourList: [] })).toEqual({ hourList: '必填' });
    expect(errorsWith({ hourList: [{ xsbh: '1', xs: '' }] })).toEqual({ 'hourList.0.xs': '必填' });
    expect(errorsWith({ hourList: [{ xsbh: '1', xs: '20' }] })).toEqual({
      hourList: '学时分类合计 20，与总学时 24 不一致',
    });
    expect(
      errorsWith({
        hourList: [
          { xsbh: '1', xs: '20.5' },
          { xsbh: '2', xs: '3.5' },
        ],
      }),
    ).toEqual({});
    expect(errorsWith({ hourList: [{ xsbh: '1', xs: '二十' }] })).toEqual({
      'hourList.0.xs': '应为数字，最多一位小数',
    });
  });

  it('ELECTIVE-25, ELECTIVE-26: the name has at most 60 characters, the code 30', () => {
    expect(errorsWith({ courseName: '课'.repeat(60), courseBusinessCode: 'A'.repeat(30) })).toEqual({});
    expect(errorsWith({ courseName: '课'.repeat(61), courseBusinessCode: 'A'.repeat(31) })).toEqual({
      courseName: '最多 60 个字符',
      courseBusinessCode: '最多 30 个字符',
    });
  });

  it('ELECTIVE-27, ELECTIVE-28: counts are whole and have at most 9 digits', () => {
    expect(errorsWith({ classPlanNum: '999999999', classSize: '123456789' })).toEqual({});
    expect(errorsWith({ classPlanNum: '1000000000', classSize: '1234567890' })).toEqual({
      classPlanNum: '最多 9 位数字',
      classSize: '最多 9 位数字',
    });
    for (const wrong of ['0', '-1', '1.5', '二'])
      expect(errorsWith({ classPlanNum: wrong })).toEqual({ classPlanNum: '应为正整数' });
  });

  it('ELECTIVE-29: credit goes from 0 to 100 in steps of 0.5', () => {
    for (const fine of ['0', '0.5', '1.50', '99.5', '100', '100.0'])
      expect(errorsWith({ credit: fine }), fine).toEqual({});
    for (const wrong of ['0.3', '100.5', '-0.5', '1.25', '0.50001', '1e2', '二'])
      expect(errorsWith({ credit: wrong }), wrong).toEqual({ credit: '学分应在0至100之间，且为0.5的倍数' });
  });

  // ELECTIVE-30, ELECTIVE-31, ELECTIVE-32
  it("lengths of the remark, the teacher's and the course's introduction", () => {
    expect(errorsWith({ remark: '注'.repeat(450) })).toEqual({});
    expect(errorsWith({ remark: '注'.repeat(451) })).toEqual({ remark: '最大输入数为450' });
    expect(errorsWith({ teacherInfo: '师'.repeat(149), courseInfo: '课'.repeat(299) })).toEqual({
      teacherInfo: '最小输入数为150',
      courseInfo: '最小输入数为300',
    });
    expect(errorsWith({ teacherInfo: `${'师'.repeat(149)}   ` })).toEqual({ teacherInfo: '最小输入数为150' });
  });

  it('tells everything that is wrong at once', () => {
    expect(Object.keys(electiveErrors(electiveDraft.parse({ isSchoolWide: '0' }))).toSorted()).toEqual([
      'classPlanNum',
      'classSize',
      'courseAttribute',
      'courseBusinessCode',
      'courseInfo',
      'courseName',
      'courseNature',
      'courseSign',
      'credit',
      'departmentId',
      'examMethod',
      'hourList',
      'publicCourseCategory',
      'rangeList',
      'schoolZone',
      'semester',
      'teacherInfo',
      'teacherList',
      'totalHour',
    ]);
  });

  it('ELECTIVE-05: what is not for the whole school (0) names who may choose it', () => {
    expect(errorsWith({ isSchoolWide: '0' })).toEqual({ rangeList: '非全校开放时，请至少设置一项选课范围' });
    expect(errorsWith({ isSchoolWide: '0', rangeList: [{ attributeType: '2', values: ['2026'] }] })).toEqual({});
    expect(errorsWith({ isSchoolWide: '1' })).toEqual({});
  });

  it('ELECTIVE-04: 1 is a new course, 0 an existing one, which has to be chosen', () => {
    expect(courseSourceNames).toEqual({ '1': '新课程', '0': '已有课程' });
    expect(errorsWith({ courseSource: '0' })).toEqual({ courseCode: '请选择已有课程' });
    expect(errorsWith({ courseSource: '0', courseCode: 'K1' })).toEqual({});
  });

  it('anything may be kept as a draft', () => {
    expect(electiveDraft.parse({ credit: '很多', courseName: '课'.repeat(120) })).toMatchObject({
      credit: '很多',
      semester: '',
    });
  });
});

describe('wire names', () => {
  it('ELECTIVE-03: the plan', () => {
    expect(Object.keys(electiveDetail.output.shape)).toEqual(
      expect.arrayContaining([
        'planId',
        'courseSource',
        'courseName',
        'courseBusinessCode',
        'courseCode',
        'semester',
        'departmentId',
        'publicCourseCategory',
        'schoolZone',
        'courseAttribute',
        'courseNature',
        'examMethod',
        'classPlanNum',
        'classSize',
        'placeType',
        'credit',
        'totalHour',
        'courseSign',
        'hourList',
        'teacherList',
        'isSchoolWide',
        'remark',
        'teacherInfo',
        'courseInfo',
      ]),
    );
    expect(Object.keys(electiveDetail.output.shape.hourList.element.shape)).toEqual(['xsbh', 'xsmc', 'xs']);
  });

  it('ELECTIVE-06: attribute types 1 to 8', () => {
    expect(attributeTypes.map((type) => attributeTypeNames[type])).toEqual([
      '校区',
      '年级',
      '院系',
      '专业',
      '行政班',
      '学生标签',
      '学生类别',
      '性别',
    ]);
  });
});
