import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { sampleCourse } from '@jwxt/contracts/scheme/schema/schema.fixture.ts';
import { sample, teacher, type Sample } from './sample.ts';

/** A training scheme with one course, which is then moved to the second term. */
export const majorSchema = (majorSchemaKey: string, at: number): readonly Sample[] => [
  sample(
    schemaStream(majorSchemaKey),
    {
      type: 'SchemaCreated',
      data: {
        majorSchemaKey,
        schemaName: '2026级软件工程培养方案',
        trainTarget: '',
        graduateRequire: '',
        mainCourse: '',
        projectType: '1',
        gradeMajors: [
          {
            gradeMajorId: 'GM1',
            gradeMajorName: '2026级软件工程',
            grade: '2026',
            majorId: 'Z1',
            majorName: '软件工程',
            departmentId: 'D01',
            studyTypeCode: '4201',
          },
        ],
        schemeVersionId: 'V1',
        schemeVersionName: '2026版',
        courses: [sampleCourse()],
        origin: null,
        revisesKey: null,
      },
    },
    teacher,
    at,
  ),
  sample(
    schemaStream(majorSchemaKey),
    {
      type: 'SchemaCoursesChanged',
      data: { majorSchemaKey, way: 'move', changes: [{ before: sampleCourse(), after: sampleCourse({ term: 2 }) }] },
    },
    teacher,
    at + 1,
  ),
];
