import { courses, newMajor, type DemoCourse } from './university.data.ts';

/** A module of the demo's versions: name, credits that it asks for in tenths, what stands below, classes of courses. */
interface DemoModule {
  readonly name: string;
  readonly credit: number;
  readonly below?: readonly DemoModule[];
  /** Name, credits in tenths, nature and attribute of its courses. */
  readonly classifies?: readonly (readonly [string, number, string | null, string | null])[];
}

const modules: readonly DemoModule[] = [
  {
    name: '通识教育',
    credit: 450,
    below: [
      { name: '通识必修', credit: 370, classifies: [['公共基础课', 370, '01', null]] },
      {
        name: '通识选修',
        credit: 80,
        classifies: [
          ['通识教育课', 40, '02', null],
          ['公共选修课', 40, '08', null],
        ],
      },
    ],
  },
  {
    name: '学科基础',
    credit: 350,
    classifies: [
      ['学科基础课', 200, '03', null],
      ['专业基础课', 150, '04', null],
    ],
  },
  {
    name: '专业教育',
    credit: 450,
    below: [
      { name: '专业核心', credit: 300, classifies: [['专业核心课', 300, '05', '1']] },
      { name: '专业选修', credit: 150, classifies: [['专业选修课', 150, '06', null]] },
    ],
  },
  { name: '集中实践', credit: 270, classifies: [['集中实践环节', 270, '07', null]] },
  { name: '创新创业', credit: 40, classifies: [['创新创业课', 40, '09', null]] },
  { name: '第二课堂', credit: 40, classifies: [['第二课堂', 40, null, null]] },
];
/** Of medicine, whose fifth year is spent in hospitals. */
const medicalModules: readonly DemoModule[] = [
  modules[0]!,
  {
    name: '医学基础',
    credit: 580,
    classifies: [
      ['学科基础课', 130, '03', null],
      ['基础医学课', 450, '04', null],
    ],
  },
  {
    name: '临床医学',
    credit: 550,
    below: [
      { name: '临床核心', credit: 490, classifies: [['临床核心课', 490, '05', '1']] },
      { name: '临床方向', credit: 60, classifies: [['临床方向课', 60, '06', null]] },
    ],
  },
  { name: '公共卫生与人文', credit: 140, classifies: [['公共卫生与人文课', 140, '04', null]] },
  {
    name: '临床实践',
    credit: 500,
    classifies: [
      ['集中实践环节', 90, '07', null],
      ['毕业实习', 410, '07', null],
    ],
  },
  { name: '创新创业', credit: 40, classifies: [['创新创业课', 40, '09', null]] },
  { name: '第二课堂', credit: 40, classifies: [['第二课堂', 40, null, null]] },
];
const totalOf = (tree: readonly DemoModule[]): number => tree.reduce((sum, { credit }) => sum + credit, 0);

interface DemoVersion {
  readonly year: string;
  readonly beginGrade: string;
  readonly endGrade: string | null;
  /** Of medicine. */
  readonly medical?: boolean;
}

/** A grade and major as the demo university has it. */
interface DemoGradeMajor {
  readonly grade: string;
  readonly major: { readonly zydm: string; readonly xz: number };
  readonly njzydm: string;
}

/** There is one version a year; that of medicine was made in the year before it takes its first students. */
const medicalYear = (newest: string): string => String(Number(newest) - 1);
const versionId = (year: string, medical = false): string => `FA${year}${medical ? 'Y' : ''}`;

/** Version by which a grade is trained, with the key of each of its classes by name. `grades` newest first. */
export function versionOfGrade(grade: string, grades: readonly string[], zydm: string) {
  const [newest = ''] = grades;
  const medical = zydm === newMajor.zydm;
  const year = medical ? medicalYear(newest) : grade === newest ? newest : (grades.at(-1) ?? newest);
  const rows = versionRows({ year, beginGrade: year, endGrade: null, medical }).classifyRows as readonly {
    classifyId: string;
    classifyName: string;
  }[];
  return {
    schemeVersionId: versionId(year, medical),
    classifies: new Map(rows.map(({ classifyId, classifyName }) => [classifyName, classifyId])),
  };
}

/** A version with its tree and its template of credits. */
function versionRows({ year, beginGrade, endGrade, medical = false }: DemoVersion) {
  const tree = medical ? medicalModules : modules;
  const keys = medical ? `${year}Y` : year;
  const schemeVersionName = medical ? `${year}版（临床医学）` : `${year}版`;
  const version = { schemeVersionId: versionId(year, medical), schemeVersionName };
  const moduleRows: object[] = [];
  const classifyRows: object[] = [];
  const systemRows: object[] = [];
  const add = (list: readonly DemoModule[], parent: string | null, at: string): void => {
    for (const [index, { name, credit, below = [], classifies = [] }] of list.entries()) {
      const place = `${at}${String(index + 1)}`;
      const moduleId = `${keys}M${place}`;
      const own = { ...version, moduleId, moduleName: name };
      moduleRows.push({ ...own, parentModuleId: parent, sortNum: index + 1 });
      const asked = { schemeVersionId: version.schemeVersionId, moduleId, gradeMajorId: null };
      systemRows.push({ ...asked, schemeSystemId: `${keys}S${place}`, minCredit: credit, sortNum: index + 1 });
      for (const [order, [classifyName, least, courseNature, courseAttribute]] of classifies.entries()) {
        const classifyId = `${keys}C${place}${String(order + 1)}`;
        classifyRows.push({ ...own, classifyId, classifyName, courseNature, courseAttribute, sortNum: order + 1 });
        systemRows.push({
          ...asked,
          classifyId,
          schemeSystemId: `${keys}S${place}.${String(order + 1)}`,
          minCredit: least,
          sortNum: order + 1,
        });
      }
      add(below, moduleId, place);
    }
  };
  add(tree, null, '');
  return {
    version: {
      ...version,
      schemeVersionYear: year,
      beginGrade,
      endGrade,
      studyTypeCode: '4201',
      minTotalCredit: totalOf(tree),
      publishStatus: '1',
    },
    moduleRows,
    classifyRows,
    systemRows,
  };
}

/** Course groups of units: name, unit, how much of them is taken, codes of their courses with the term of each. */
const groups = [
  {
    courseGroupId: 'KZ01',
    courseGroupName: '计算机系统能力课组',
    departmentId: '101',
    groupType: '1',
    minCredit: 65,
    minCourseNum: null,
    list: [
      ['COMP2002', 3],
      ['COMP2003', 4],
      ['COMP2004', 5],
    ],
  },
  {
    courseGroupId: 'KZ02',
    courseGroupName: '软件开发课组',
    departmentId: '101',
    groupType: '2',
    minCredit: null,
    minCourseNum: 2,
    list: [
      ['COMP3001', 5],
      ['COMP3002', 5],
      ['COMP3003', 6],
    ],
  },
  {
    courseGroupId: 'KZ03',
    courseGroupName: '机械设计基础课组',
    departmentId: '103',
    groupType: '3',
    minCredit: null,
    minCourseNum: null,
    list: [
      ['MECH1001', 1],
      ['MECH2001', 3],
      ['MECH2002', 4],
    ],
  },
  {
    courseGroupId: 'KZ04',
    courseGroupName: '大学数学课组',
    departmentId: '106',
    groupType: '3',
    minCredit: null,
    minCourseNum: null,
    list: [
      ['MATH1001', 1],
      ['MATH1002', 2],
      ['MATH1003', 2],
      ['MATH1004', 3],
    ],
  },
] as const;

/**
 * The frame of the demo's training schemes: the version of the newest grade and the one of those before it, both
 * published, what each grade-major asks for, and some course groups. `gradeMajors` newest grade first.
 */
export function schemeRows(
  gradeMajors: readonly DemoGradeMajor[],
  courseKeys: ReadonlyMap<DemoCourse, string>,
): (readonly [string, readonly object[]])[] {
  const grades = [...new Set(gradeMajors.map(({ grade }) => grade))];
  const [newest = '', second = newest] = grades;
  const oldest = grades.at(-1) ?? newest;
  const versions = [
    versionRows({ year: newest, beginGrade: newest, endGrade: null }),
    ...(second === newest ? [] : [versionRows({ year: oldest, beginGrade: oldest, endGrade: second })]),
    versionRows({ year: medicalYear(newest), beginGrade: newest, endGrade: null, medical: true }),
  ];
  const keyOfCode = (code: string): string | undefined => {
    const course = courses.find(({ ywbm }) => ywbm === code);
    return course && courseKeys.get(course);
  };
  return [
    ['schemeVersion', versions.map(({ version }) => version)],
    ['schemeModule', versions.flatMap(({ moduleRows }) => moduleRows)],
    ['schemeClassify', versions.flatMap(({ classifyRows }) => classifyRows)],
    ['schemeSystem', versions.flatMap(({ systemRows }) => systemRows)],
    [
      'gradeMajorSchemeRequirement',
      gradeMajors.map(({ grade, major, njzydm }) => {
        const medical = major.zydm === newMajor.zydm;
        const totalCredit = medical ? totalOf(medicalModules) : major.xz * 40;
        const electiveCredit = medical ? 140 : 230;
        return {
          gradeMajorId: njzydm,
          schemeVersionId: versionId(medical ? medicalYear(newest) : grade === newest ? newest : oldest, medical),
          totalCredit,
          requiredCredit: totalCredit - electiveCredit,
          electiveCredit,
          practiceCredit: Math.round(totalCredit / 4),
          totalHours: totalCredit * 16,
        };
      }),
    ],
    ['courseGroupManagement', groups.map(({ list: _list, ...group }) => ({ ...group, courseNature: null }))],
    [
      'courseGroupDetail',
      groups.flatMap(({ courseGroupId, list }) =>
        list.map(([code, term], index) => ({ courseGroupId, courseId: keyOfCode(code), term, sortNum: index + 1 })),
      ),
    ],
  ];
}
