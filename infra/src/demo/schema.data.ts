/** The courses of the demo's training schemes, as lines that people can read. */
import { mechanical, medicine, softwareOnly } from './schema-more.data.ts';

/** Code, name, unit, credit, class, term; `选` to choose from, `践` practice, `实` a third of it in laboratories. */
export type SchemaLine = readonly [
  code: string,
  name: string,
  unit: string,
  credit: number,
  place: string,
  term: number,
  kind?: '选' | '践' | '实',
];

const common: readonly SchemaLine[] = [
  ['MARX1001', '思想道德与法治', '111', 3, '公共基础课', 1],
  ['MARX1002', '马克思主义基本原理', '111', 3, '公共基础课', 3],
  ['MARX1003', '中国近现代史纲要', '111', 3, '公共基础课', 2],
  ['MARX2001', '毛泽东思想和中国特色社会主义理论体系概论', '111', 3, '公共基础课', 4],
  ['MARX2002', '习近平新时代中国特色社会主义思想概论', '111', 3, '公共基础课', 4],
  ['MARX2003', '形势与政策', '111', 2, '公共基础课', 1],
  ['MILI1001', '军事理论', '112', 2, '公共基础课', 1],
  ['PE1001', '体育（一）', '112', 1, '公共基础课', 1],
  ['PE1002', '体育（二）', '112', 1, '公共基础课', 2],
  ['PE2001', '体育（三）', '112', 1, '公共基础课', 3],
  ['PE2002', '体育（四）', '112', 1, '公共基础课', 4],
  ['ENGL1001', '大学英语（一）', '109', 3, '公共基础课', 1],
  ['ENGL1002', '大学英语（二）', '109', 3, '公共基础课', 2],
  ['ENGL1003', '大学英语（三）', '109', 2, '公共基础课', 3],
  ['ENGL1004', '大学英语（四）', '109', 2, '公共基础课', 4],
  ['PSYC1001', '大学生心理健康', '110', 2, '公共基础课', 1],
  ['CARE1001', '职业生涯规划', '108', 1, '公共基础课', 2],
  ['LABR1001', '劳动教育', '112', 1, '公共基础课', 2],
  ['GENE1001', '艺术鉴赏', '110', 2, '通识教育课', 3, '选'],
  ['GENE1002', '写作与沟通', '110', 2, '通识教育课', 2, '选'],
  ['GENE1003', '经济学通论', '108', 2, '通识教育课', 3, '选'],
  ['GENE1004', '科技与社会', '107', 2, '通识教育课', 4, '选'],
  ['GENE2001', '中华优秀传统文化', '110', 2, '公共选修课', 5, '选'],
  ['GENE2002', '生态文明导论', '105', 2, '公共选修课', 5, '选'],
  ['GENE2003', '数据素养', '106', 2, '公共选修课', 6, '选'],
  ['MILI1901', '军事训练', '112', 2, '集中实践环节', 1, '践'],
  ['INNO1001', '创新创业基础', '108', 2, '创新创业课', 3],
  ['INNO2001', '创新创业实践', '108', 2, '创新创业课', 6, '践'],
  ['SOCI1901', '社会实践', '110', 2, '第二课堂', 4, '践'],
  ['SOCI1902', '第二课堂活动', '110', 2, '第二课堂', 7, '践'],
];

const computing: readonly SchemaLine[] = [
  ['MATH1001', '高等数学A（上）', '106', 5, '学科基础课', 1],
  ['MATH1002', '高等数学A（下）', '106', 5, '学科基础课', 2],
  ['MATH1003', '线性代数', '106', 3, '学科基础课', 2],
  ['MATH1004', '概率论与数理统计', '106', 3, '学科基础课', 3],
  ['PHYS1001', '大学物理A（上）', '107', 4, '学科基础课', 2],
  ['COMP1001', '程序设计基础', '101', 4, '专业基础课', 1, '实'],
  ['COMP2001', '数据结构', '101', 4, '专业基础课', 3, '实'],
  ['COMP1003', '离散数学', '101', 4, '专业基础课', 2],
  ['COMP1004', '数字逻辑', '101', 3, '专业基础课', 3, '实'],
  ['COMP2002', '计算机组成原理', '101', 3.5, '专业核心课', 4, '实'],
  ['COMP2003', '操作系统', '101', 3.5, '专业核心课', 5, '实'],
  ['COMP2004', '计算机网络', '101', 3, '专业核心课', 5, '实'],
  ['COMP3001', '数据库系统原理', '101', 3.5, '专业核心课', 4, '实'],
  ['COMP3002', '软件工程导论', '101', 3, '专业核心课', 5],
  ['COMP3003', '编译原理', '101', 3, '专业核心课', 6, '实'],
  ['COMP3004', '算法设计与分析', '101', 3, '专业核心课', 4],
  ['COMP3005', '人工智能导论', '101', 3, '专业核心课', 5, '实'],
  ['COMP3006', '计算机系统结构', '101', 2.5, '专业核心课', 6],
  ['COMP3007', '软件测试', '101', 2, '专业核心课', 6, '实'],
  ['COMP4001', '机器学习', '101', 3, '专业选修课', 6, '选'],
  ['COMP4002', '深度学习', '101', 2, '专业选修课', 7, '选'],
  ['COMP4003', '计算机图形学', '101', 2, '专业选修课', 6, '选'],
  ['COMP4004', '云计算与大数据', '101', 2.5, '专业选修课', 6, '选'],
  ['COMP4005', '信息安全', '101', 2.5, '专业选修课', 6, '选'],
  ['COMP4006', '移动应用开发', '101', 2, '专业选修课', 5, '选'],
  ['COMP4007', '嵌入式系统', '101', 3, '专业选修课', 6, '选'],
  ['COMP4008', '人机交互', '101', 2, '专业选修课', 7, '选'],
  ['COMP4009', '并行程序设计', '101', 2, '专业选修课', 7, '选'],
  ['COMP4010', '自然语言处理', '101', 2, '专业选修课', 7, '选'],
  ['COMP4011', '数字图像处理', '101', 2, '专业选修课', 6, '选'],
  ['COMP4012', '学科前沿讲座', '101', 1, '专业选修课', 7, '选'],
  ['PHYS1002', '大学物理实验', '107', 1.5, '集中实践环节', 3, '践'],
  ['COMP1901', '程序设计实训', '101', 2, '集中实践环节', 2, '践'],
  ['COMP3901', '课程设计', '101', 2, '集中实践环节', 4, '践'],
  ['COMP3902', '操作系统课程设计', '101', 2, '集中实践环节', 5, '践'],
  ['COMP3903', '软件工程课程设计', '101', 2, '集中实践环节', 6, '践'],
  ['COMP2901', '认识实习', '101', 1, '集中实践环节', 4, '践'],
  ['COMP4901', '生产实习', '101', 4, '集中实践环节', 7, '践'],
  ['COMP4902', '毕业设计（论文）', '101', 10, '集中实践环节', 8, '践'],
  ['COMP4903', '专业综述', '101', 0.5, '集中实践环节', 7, '践'],
];

const english: readonly SchemaLine[] = [
  ['ENGM1001', '综合英语（一）', '109', 4, '学科基础课', 1],
  ['ENGM1002', '综合英语（二）', '109', 4, '学科基础课', 2],
  ['ENGM2001', '综合英语（三）', '109', 4, '学科基础课', 3],
  ['ENGM2002', '综合英语（四）', '109', 4, '学科基础课', 4],
  ['ENGM1003', '英语语音', '109', 2, '学科基础课', 1],
  ['ENGM1004', '英语语法', '109', 2, '学科基础课', 2],
  ['ENGM1005', '英语听力（一）', '109', 2, '专业基础课', 1, '实'],
  ['ENGM1006', '英语听力（二）', '109', 2, '专业基础课', 2, '实'],
  ['ENGM1007', '英语口语（一）', '109', 2, '专业基础课', 1, '实'],
  ['ENGM1008', '英语口语（二）', '109', 2, '专业基础课', 2, '实'],
  ['ENGM2003', '英语阅读（一）', '109', 2, '专业基础课', 3],
  ['ENGM2004', '英语阅读（二）', '109', 2, '专业基础课', 4],
  ['ENGM2005', '英语写作', '109', 3, '专业基础课', 3],
  ['ENGM3001', '高级英语（一）', '109', 4, '专业核心课', 5],
  ['ENGM3002', '高级英语（二）', '109', 4, '专业核心课', 6],
  ['ENGM3003', '英国文学', '109', 3, '专业核心课', 5],
  ['ENGM3004', '美国文学', '109', 3, '专业核心课', 6],
  ['ENGM3005', '语言学导论', '109', 3, '专业核心课', 5],
  ['ENGM3006', '英汉笔译', '109', 3, '专业核心课', 5],
  ['ENGM3007', '汉英笔译', '109', 3, '专业核心课', 6],
  ['ENGM3008', '口译基础', '109', 3, '专业核心课', 6, '实'],
  ['ENGM3009', '学术写作', '109', 2, '专业核心课', 6],
  ['ENGM3010', '跨文化交际', '109', 2, '专业核心课', 4],
  ['ENGM4001', '商务英语', '109', 2, '专业选修课', 5, '选'],
  ['ENGM4002', '科技翻译', '109', 2, '专业选修课', 6, '选'],
  ['ENGM4003', '同声传译入门', '109', 2, '专业选修课', 7, '选'],
  ['ENGM4004', '英语教学法', '109', 3, '专业选修课', 6, '选'],
  ['ENGM4005', '英美社会与文化', '109', 2, '专业选修课', 4, '选'],
  ['ENGM4006', '英语词汇学', '109', 2, '专业选修课', 5, '选'],
  ['ENGM4007', '西方文论', '109', 2, '专业选修课', 7, '选'],
  ['ENGM4008', '第二外语（日语）', '109', 4, '专业选修课', 5, '选'],
  ['ENGM4009', '第二外语（法语）', '109', 4, '专业选修课', 5, '选'],
  ['ENGM4010', '计算机辅助翻译', '109', 2, '专业选修课', 7, '选'],
  ['ENGM1901', '语音实训', '109', 2, '集中实践环节', 2, '践'],
  ['ENGM3901', '笔译工作坊', '109', 3, '集中实践环节', 6, '践'],
  ['ENGM3902', '口译实训', '109', 3, '集中实践环节', 7, '践'],
  ['ENGM4901', '专业实习', '109', 5, '集中实践环节', 7, '践'],
  ['ENGM4902', '学年论文', '109', 2, '集中实践环节', 6, '践'],
  ['ENGM4903', '毕业论文', '109', 10, '集中实践环节', 8, '践'],
];

/** Software engineering: computing with electives of its own. */
const hardware: readonly string[] = ['COMP4003', 'COMP4007', 'COMP4011'];
const software = [...computing.filter(([code]) => !hardware.includes(code)), ...softwareOnly];
const ofMedicine = common.filter(([, , , , place]) => place !== '集中实践环节');

/** How far a scheme has come: it is being written, waits at the office, or has passed. */
export type SchemaOutcome = 'writing' | 'atOffice' | 'passed';
interface DemoSchema {
  readonly lines: readonly SchemaLine[];
  /** Of the newest grade, the one before it and so on; the last one is that of all older ones. */
  readonly outcomes: readonly (SchemaOutcome | null)[];
}
/** The schemes by the national code of their major. */
export const demoSchemas: Readonly<Record<string, DemoSchema>> = {
  '080901': { lines: [...common, ...computing], outcomes: ['writing', 'atOffice', 'passed'] },
  '050201': { lines: [...common, ...english], outcomes: ['writing', 'atOffice', 'passed'] },
  '080202': { lines: [...common, ...mechanical], outcomes: ['passed', 'passed', null] },
  // That of the newest grade has not been begun.
  '080902': { lines: [...common, ...software], outcomes: [null, 'passed', null] },
  '100201K': { lines: [...ofMedicine, ...medicine], outcomes: ['atOffice', null] },
};

/** Courses that have to be passed before others, by their codes. */
export const prerequisiteCodes: Readonly<Record<string, readonly string[]>> = {
  MATH1002: ['MATH1001'],
  COMP2001: ['COMP1001'],
  COMP2003: ['COMP2001', 'COMP2002'],
  COMP3001: ['COMP2001'],
  COMP3003: ['COMP2001'],
  COMP3004: ['COMP2001', 'COMP1003'],
  COMP4001: ['COMP3004'],
  ENGM1002: ['ENGM1001'],
  ENGM3002: ['ENGM3001'],
  ENGM3008: ['ENGM1008'],
  MECH2002: ['MECH2001'],
  MECH3001: ['MECH2002', 'MECH1002'],
  MECH4902: ['MECH4901'],
  CLIN2001: ['MEDI2004'],
  CLIN3001: ['CLIN2001'],
  CLIN3002: ['CLIN3001'],
  CLIN5901: ['CLIN3002'],
};

/** What is new in the schemes of the last two years, was dropped by them, or stood in another term before. */
export const newSince: readonly string[] = ['COMP4002', 'ENGM4010'];
export const droppedSince: readonly string[] = ['COMP4011', 'ENGM4007'];
export const formerTerms: Readonly<Record<string, number>> = { COMP3005: 6, COMP4004: 7, ENGM3010: 5, ENGM4005: 5 };

/** Every course of the schemes once. */
export const schemaCatalogue: readonly SchemaLine[] = [
  ...new Map(Object.values(demoSchemas).flatMap(({ lines }) => lines.map((line) => [line[0], line] as const))).values(),
];
