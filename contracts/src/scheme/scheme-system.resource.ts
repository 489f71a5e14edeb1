import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { gradeMajorFields, gradeMajorScope } from './grade-major-fields.ts';

const credit = [0, 999.9] as const;

/**
 * SCHEME-10 课程体系: credits that a module or class of a version asks for; without a grade-major it is the template
 * that grade-majors begin with.
 */
export const schemeSystem = defineResource({
  name: 'schemeSystem',
  service: 'scheme',
  table: 'scheme_system',
  key: 'schemeSystemId',
  called: 'moduleTitle',
  fields: {
    moduleId: field.reference('课程模块', 'schemeModule', { required: true, fixed: true, search: true, list: 'auto' }),
    classifyId: field.reference('课程分类', 'schemeClassify', {
      fixed: true,
      list: 220,
      empty: '整个模块',
      hint: '不选时为整个模块的要求',
    }),
    gradeMajorId: field.reference('年级专业', 'gradeMajor', {
      fixed: true,
      search: true,
      list: 190,
      empty: '全部（模板）',
    }),
    ...gradeMajorFields,
    schemeVersionId: field.reference('方案版本', 'schemeVersion', {
      readOnly: true,
      follows: 'moduleId',
      search: true,
    }),
    moduleTitle: field.text('模块简称', 40, {
      readOnly: true,
      follows: 'moduleId',
      looked: true,
      column: 'module_name',
    }),
    minCredit: field.tenths('最低学分', credit, { required: true, list: 96 }),
    maxCredit: field.tenths('最高学分', credit, { list: 96, empty: '不限' }),
    minHours: field.tenths('学时', [0, 9999], { list: 80 }),
    minCourseNum: field.integer('最低门数', [0, 99], { list: 90 }),
    sortNum: field.integer('排序号', [1, 999], { required: true, initial: 1 }),
  },
  order: [{ by: 'schemeVersionId' }, { by: 'gradeMajorId' }, { by: 'sortNum' }],
  scope: gradeMajorScope,
  unique: [{ fields: ['moduleId', 'classifyId', 'gradeMajorId'], message: '该模块或分类在这个年级专业已有学分要求' }],
  check: ({ minCredit, maxCredit }) =>
    maxCredit !== null && Number(maxCredit) < Number(minCredit)
      ? [{ field: 'maxCredit', message: '最高学分不能低于最低学分' }]
      : [],
  note: '下级模块和分类的最低学分之和不超过上级的最低学分。',
  empty: '还没有学分要求。请先建立方案版本的课程模块。',
});

const unit = { required: true, search: true, list: 'auto' } as const;

/** Empty in the row that is made with its grade-major, and nowhere once somebody has written it. */
const unwritten = { empty: '未填写' } as const;

/** SCHEME-11 年级专业方案要求: one row of each grade-major, made with it. The total is what RDSXXF counts from. */
export const gradeMajorRequirement = defineResource({
  name: 'gradeMajorSchemeRequirement',
  service: 'scheme',
  table: 'grade_major_requirement',
  key: 'requirementId',
  keyOf: ['gradeMajorId'],
  called: 'gradeMajorId',
  fields: {
    gradeMajorId: field.reference('年级专业', 'gradeMajor', { ...unit, fixed: true }),
    ...gradeMajorFields,
    schemeVersionId: field.reference('方案版本', 'schemeVersion', { search: true, list: 110, empty: '未选' }),
    totalCredit: field.tenths('总学分', [0.5, 999.9], { ...unwritten, list: 80 }),
    requiredCredit: field.tenths('必修学分', credit, { ...unwritten, list: 90 }),
    electiveCredit: field.tenths('选修学分', credit, { ...unwritten, list: 90 }),
    practiceCredit: field.tenths('实践学分', credit, { list: 90 }),
    innovationCredit: field.tenths('创新学分', credit, {}),
    totalHours: field.tenths('总学时', [0, 99_999], {}),
    maxStudyYears: field.tenths('最长学习年限（年）', [0.5, 20], {}),
    degreeCode: field.dictionary('授予学位', 'XTGL_XW', {}),
    degreeGpa: field.decimal('学位绩点', [0, 10], {}),
    graduateText: field.area('毕业要求', 4000, {}),
  },
  order: [{ by: 'grade', descending: true }, { by: 'gradeMajorId' }],
  scope: gradeMajorScope,
  unique: [{ fields: ['gradeMajorId'], message: '该年级专业已有方案要求' }],
  check: ({ totalCredit, requiredCredit, electiveCredit, practiceCredit, innovationCredit }) => {
    const missing = Object.entries({ totalCredit, requiredCredit, electiveCredit }).flatMap(([name, value]) =>
      value === null ? [{ field: name, message: '必填' }] : [],
    );
    if (missing.length > 0) return missing;
    return [
      ...(Math.round((Number(requiredCredit) + Number(electiveCredit) - Number(totalCredit)) * 10) === 0
        ? []
        : [{ field: 'totalCredit', message: '总学分应等于必修学分与选修学分之和' }]),
      ...Object.entries({ practiceCredit, innovationCredit }).flatMap(([name, value]) =>
        value !== null && Number(value) > Number(totalCredit) ? [{ field: name, message: '不能高于总学分' }] : [],
      ),
    ];
  },
  note: '总学分是成绩认定学分上限的基数。各年级专业的方案要求随年级专业建立，由院系填写。',
  empty: '还没有年级专业。请先建立年级专业。',
});

/** SCHEME-12 专业体系: the classes of courses that a grade-major uses, with what its plan has there. */
export const majorSystem = defineResource({
  name: 'majorSystem',
  service: 'scheme',
  table: 'major_system',
  key: 'majorSystemId',
  called: 'classifyId',
  fields: {
    gradeMajorId: field.reference('年级专业', 'gradeMajor', { ...unit, fixed: true, list: 200 }),
    ...gradeMajorFields,
    moduleId: field.reference('课程模块', 'schemeModule', { readOnly: true, follows: 'classifyId' }),
    classifyId: field.reference('课程分类', 'schemeClassify', { ...unit, fixed: true }),
    minCredit: field.tenths('最低学分', credit, { required: true, list: 90 }),
    selectedCredit: field.tenths('已排学分', credit, { readOnly: true, list: 90 }),
    courseNum: field.integer('门数', [0, 999], { readOnly: true, list: 70 }),
    sortNum: field.integer('排序号', [1, 999], { required: true, initial: 1 }),
  },
  order: [{ by: 'gradeMajorId' }, { by: 'sortNum' }],
  scope: gradeMajorScope,
  unique: [{ fields: ['classifyId', 'gradeMajorId'], message: '该年级专业已使用这个分类' }],
  empty: '还没有专业体系。请先为年级专业选择方案版本。',
});

/** What somebody can be trained for beside or in a grade-major (SCHEME-26). */
export const projectType = { main: '1', minor: '2', secondDegree: '3', microMajor: '4', experimental: '5' } as const;

/** SCHEME-26 培养项目: 主修 of each grade-major, made with it, and what else is offered there. */
export const gradeMajorProject = defineResource({
  name: 'gradeMajorProject',
  service: 'scheme',
  table: 'grade_major_project',
  key: 'projectId',
  called: 'projectName',
  fields: {
    gradeMajorId: field.reference('年级专业', 'gradeMajor', { ...unit, fixed: true, list: 200 }),
    ...gradeMajorFields,
    projectType: field.choice(
      '培养类型',
      {
        [projectType.main]: '主修',
        [projectType.minor]: '辅修',
        [projectType.secondDegree]: '双学位',
        [projectType.microMajor]: '微专业',
        [projectType.experimental]: '实验班',
      },
      { required: true, fixed: true, search: true, list: 100 },
    ),
    projectName: field.text('项目名称', 60, { required: true, search: true, list: 'auto' }),
    totalCredit: field.tenths('总学分', [0.5, 999.9], { list: 90 }),
    quota: field.integer('名额', [0, 9999], { list: 80, empty: '不限' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'grade', descending: true }, { by: 'gradeMajorId' }, { by: 'projectType' }, { by: 'projectName' }],
  scope: gradeMajorScope,
  unique: [{ fields: ['projectName', 'gradeMajorId'], message: '该年级专业已有同名的项目' }],
  empty: '还没有培养项目。主修项目随年级专业建立。',
});
