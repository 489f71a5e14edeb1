/**
 * The demo university 明湖大学: departments, majors and courses. Major codes are those of the national catalogue of
 * undergraduate majors.
 */

export const schoolName = '明湖大学';

export const campuses = [
  { xqdm: '1', xqmc: '明湖校区' },
  { xqdm: '2', xqmc: '东山校区' },
];

/** Key, code, name, short name; teaching departments first. */
export const teachingDepartments = [
  { dwh: '101', dwmc: '计算机与软件学院', dwjc: '计算机' },
  { dwh: '102', dwmc: '电子信息工程学院', dwjc: '电信' },
  { dwh: '103', dwmc: '机械工程学院', dwjc: '机械' },
  { dwh: '104', dwmc: '土木与建筑学院', dwjc: '土木' },
  { dwh: '105', dwmc: '材料与化学工程学院', dwjc: '材化' },
  { dwh: '106', dwmc: '数学与统计学院', dwjc: '数统' },
  { dwh: '107', dwmc: '物理学院', dwjc: '物理' },
  { dwh: '108', dwmc: '经济管理学院', dwjc: '经管' },
  { dwh: '109', dwmc: '外国语学院', dwjc: '外语' },
  { dwh: '110', dwmc: '文学与新闻传播学院', dwjc: '文新' },
  { dwh: '111', dwmc: '马克思主义学院', dwjc: '马院' },
  { dwh: '112', dwmc: '体育学院', dwjc: '体育' },
];
/** A unit that takes its first students next year: it has staff of its own and writes its scheme. */
export const newDepartment = { dwh: '113', dwmc: '医学院', dwjc: '医学' };
export const rootDepartment = '001';
export const officeDepartment = '901';

const major = (zydm: string, zymc: string, dwh: string, xkmlm: string, short: string, xz = 40) => ({
  zydm,
  zymc,
  dwh,
  xkmlm,
  short,
  xz,
});

export const majors = [
  major('080901', '计算机科学与技术', '101', '08', '计科'),
  major('080902', '软件工程', '101', '08', '软工'),
  major('080701', '电子信息工程', '102', '08', '电信'),
  major('080703', '通信工程', '102', '08', '通信'),
  major('080202', '机械设计制造及其自动化', '103', '08', '机制'),
  major('081001', '土木工程', '104', '08', '土木'),
  major('082801', '建筑学', '104', '08', '建筑', 50),
  major('080401', '材料科学与工程', '105', '08', '材料'),
  major('081301', '化学工程与工艺', '105', '08', '化工'),
  major('070101', '数学与应用数学', '106', '07', '数学'),
  major('070201', '物理学', '107', '07', '物理'),
  major('120203K', '会计学', '108', '12', '会计'),
  major('020301K', '金融学', '108', '02', '金融'),
  major('050201', '英语', '109', '05', '英语'),
  major('050301', '新闻学', '110', '05', '新闻'),
];

/** What the new unit will train; it has no students yet. */
export const newMajor = major('100201K', '临床医学', newDepartment.dwh, '10', '临床', 50);

const course = (ywbm: string, kcmc: string, kkxy: string, xf: number, template: string, kind: 'public' | 'major') => ({
  ywbm,
  kcmc,
  kkxy,
  xf,
  template,
  kind,
});

/** Credits in tenths. `public` courses are taken by every class, `major` ones by the classes of their department. */
export const courses = [
  course('MATH1001', '高等数学A（上）', '106', 50, 'T302050', 'public'),
  course('MATH1002', '高等数学A（下）', '106', 50, 'T302050', 'public'),
  course('MATH1003', '线性代数', '106', 30, 'T4060', 'public'),
  course('MATH1004', '概率论与数理统计', '106', 30, 'T4060', 'public'),
  course('PHYS1001', '大学物理A（上）', '107', 40, 'T4060', 'public'),
  course('PHYS1002', '大学物理实验', '107', 15, 'TSJ', 'public'),
  course('ENGL1001', '大学英语（一）', '109', 30, 'T302050', 'public'),
  course('ENGL1002', '大学英语（二）', '109', 30, 'T302050', 'public'),
  course('MARX1001', '思想道德与法治', '111', 30, 'T4060', 'public'),
  course('MARX1002', '马克思主义基本原理', '111', 30, 'T4060', 'public'),
  course('PE1001', '体育（一）', '112', 10, 'TTY', 'public'),
  course('PE1002', '体育（二）', '112', 10, 'TTY', 'public'),
  course('COMP1001', '程序设计基础', '101', 40, 'TSY', 'major'),
  course('COMP2001', '数据结构', '101', 40, 'TSY', 'major'),
  course('COMP2002', '计算机组成原理', '101', 35, 'TSY', 'major'),
  course('COMP2003', '操作系统', '101', 35, 'TSY', 'major'),
  course('COMP2004', '计算机网络', '101', 30, 'TSY', 'major'),
  course('COMP3001', '数据库系统原理', '101', 35, 'TSY', 'major'),
  course('COMP3002', '软件工程导论', '101', 30, 'T4060', 'major'),
  course('COMP3003', '编译原理', '101', 30, 'T4060', 'major'),
  course('COMP3901', '课程设计', '101', 20, 'TLW', 'major'),
  course('ELEC1001', '电路分析基础', '102', 40, 'T4060', 'major'),
  course('ELEC2001', '模拟电子技术', '102', 35, 'TSY', 'major'),
  course('ELEC2002', '数字信号处理', '102', 35, 'T4060', 'major'),
  course('ELEC3001', '通信原理', '102', 35, 'T4060', 'major'),
  course('MECH1001', '工程制图', '103', 35, 'T4060', 'major'),
  course('MECH2001', '理论力学', '103', 40, 'T4060', 'major'),
  course('MECH2002', '机械原理', '103', 35, 'TSY', 'major'),
  course('MECH3901', '机械设计课程设计', '103', 20, 'TLW', 'major'),
  course('CIVL2001', '结构力学', '104', 40, 'T4060', 'major'),
  course('CIVL2002', '混凝土结构设计原理', '104', 35, 'T4060', 'major'),
  course('ARCH2001', '建筑设计', '104', 40, 'TLW', 'major'),
  course('MATE2001', '材料科学基础', '105', 40, 'T4060', 'major'),
  course('CHEM1001', '无机化学', '105', 35, 'TSY', 'major'),
  course('CHEM2001', '化工原理', '105', 40, 'T4060', 'major'),
  course('MATH2001', '数学分析', '106', 50, 'T302050', 'major'),
  course('MATH2002', '高等代数', '106', 45, 'T302050', 'major'),
  course('PHYS2001', '电动力学', '107', 40, 'T4060', 'major'),
  course('PHYS2002', '量子力学', '107', 40, 'T4060', 'major'),
  course('ACCT2001', '中级财务会计', '108', 35, 'T4060', 'major'),
  course('ECON1001', '微观经济学', '108', 30, 'T4060', 'major'),
  course('FINC2001', '金融市场学', '108', 30, 'T4060', 'major'),
  course('ENGL2001', '综合英语', '109', 40, 'T302050', 'major'),
  course('ENGL2002', '英语口译', '109', 20, 'TSJ', 'major'),
  course('JOUR2001', '新闻采访与写作', '110', 35, 'T4060', 'major'),
  course('JOUR2002', '传播学概论', '110', 30, 'T4060', 'major'),
];
export type DemoCourse = (typeof courses)[number];

/** A course that has replaced another one, by its code, and is in no plan yet: whoever passed that one may upgrade. */
export const newVersions = [
  { course: course('COMP2101', '数据结构与算法', '101', 35, 'TSY', 'major'), replaced: 'COMP2001' },
] as const;
/** Courses of which one counts, by their codes. */
export const equivalentCourses = [['MATH1001', 'MATH2001']] as const;
