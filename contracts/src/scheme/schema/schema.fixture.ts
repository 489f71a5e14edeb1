import type { SchemaCourse } from './schema-course.ts';
import type { SchemaFrame } from './schema-frame.ts';

/** A required theory course of 3 credits and 48 hours in the first term, for tests. */
export const sampleCourse = (more: Partial<SchemaCourse> = {}): SchemaCourse => ({
  schemaCourseID: '00000000-0000-4000-8000-000000000001',
  courseCode: 'K1',
  courseBusinessCode: 'COMP1001',
  courseName: '数据结构',
  openDepartmentName: '计算机学院',
  moduleId: 'M1',
  classifyId: 'C1',
  courseAttribute: '1',
  courseNature: '05',
  credit: 30,
  totalHour: 480,
  hours: [{ xsbh: '1', xs: 480 }],
  weekHours: 30,
  term: 1,
  examMethod: '1',
  examWay: '',
  startEndWeek: '1-16',
  directionId: '',
  directionName: '',
  specialType: '0',
  courseGroupId: '',
  courseGroupName: '',
  isDegreeCourse: '0',
  isCore: '0',
  prerequisites: [],
  sortNum: 1,
  ...more,
});

const limits = { minHours: null, minCourseNum: null, courseNature: null, courseAttribute: null };
/** Two modules with a class each: 必修 with at least 3, 选修 with 2 to 6 credits. */
export const sampleFrame = (more: Partial<SchemaFrame> = {}): SchemaFrame => ({
  schemeVersionId: 'V1',
  schemeVersionName: '2026版',
  nodes: [
    { nodeId: 'M1', kind: 'module', name: '专业教育', parentId: null, minCredit: null, maxCredit: null, ...limits },
    { nodeId: 'C1', kind: 'classify', name: '核心', parentId: 'M1', minCredit: 30, maxCredit: null, ...limits },
    { nodeId: 'C2', kind: 'classify', name: '选修', parentId: 'M1', minCredit: 20, maxCredit: 60, ...limits },
  ],
  requirements: [
    {
      gradeMajorId: 'GM1',
      gradeMajorName: '2026级软件工程',
      totalCredit: 50,
      requiredCredit: 30,
      electiveCredit: 20,
      practiceCredit: null,
      totalHours: null,
    },
  ],
  groups: [],
  practicePercent: 0,
  terms: 8,
  ...more,
});
