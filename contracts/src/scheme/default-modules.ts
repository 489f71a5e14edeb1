/** A class of courses in a default module, with nature and attribute of its courses (XTGL_KCXZDMJ, XTGL_KCSXDMJ). */
type DefaultClassify = readonly [name: string, courseNature: string | null, courseAttribute: string | null];
/** A default module, with the modules below it and its classes. */
interface DefaultModule {
  readonly name: string;
  readonly below?: readonly DefaultModule[];
  readonly classifies?: readonly DefaultClassify[];
}

/** SCHEME-09: modules that a new version begins with, as most schools have them. */
export const defaultModules: readonly DefaultModule[] = [
  {
    name: '通识教育',
    below: [
      { name: '通识必修', classifies: [['公共基础课', '01', '1']] },
      {
        name: '通识选修',
        classifies: [
          ['通识教育课', '02', null],
          ['公共选修课', '08', null],
        ],
      },
    ],
  },
  {
    name: '学科基础',
    classifies: [
      ['学科基础课', '03', null],
      ['专业基础课', '04', null],
    ],
  },
  {
    name: '专业教育',
    below: [
      { name: '专业核心', classifies: [['专业核心课', '05', '1']] },
      { name: '专业选修', classifies: [['专业选修课', '06', null]] },
    ],
  },
  { name: '集中实践', classifies: [['集中实践环节', '07', null]] },
  { name: '创新创业', classifies: [['创新创业课', '09', null]] },
  { name: '第二课堂', classifies: [['第二课堂', '99', null]] },
];
