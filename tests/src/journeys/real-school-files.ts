import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { bareWorkbook } from '@jwxt/gateway/testing/zip-parts.ts';

/*
 * What a small school has: workbooks of its own, as a spreadsheet program writes them (texts in a table of their own,
 * numbers as numbers, days as serial numbers with a style), with columns in the school's order.
 */

/** A cell: a text, a number, a day, or nothing. */
type Cell = string | number | Date | null;
/** Rows of a table that people keep; the first one is its headers. */
export type Table = readonly (readonly Cell[])[];

const DAY_MS = 86_400_000;
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Style 1 shows a number as a day. */
const styles =
  `<styleSheet ${main}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/>` +
  '</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/>' +
  '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>';
const relations = ['worksheet:worksheets/sheet1.xml', 'styles:styles.xml', 'sharedStrings:sharedStrings.xml']
  .map((each) => each.split(':'))
  .map(
    ([type, target], at) => `<Relationship Id="rId${String(at + 1)}" Type="${office}/${type!}" Target="${target!}"/>`,
  );

/** The table as a workbook. */
export function workbookOf(table: Table): Buffer {
  const texts: string[] = [];
  const cellOf = (cell: Cell, place: string): string => {
    if (cell === null) return '';
    if (cell instanceof Date)
      return `<c r="${place}" s="1"><v>${String((cell.getTime() - Date.UTC(1899, 11, 30)) / DAY_MS)}</v></c>`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${String(cell)}</v></c>`;
    return `<c r="${place}" t="s"><v>${String(texts.push(cell) - 1)}</v></c>`;
  };
  const rows = table.map((cells, at) => {
    const line = String(at + 1);
    const row = cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${line}`));
    return `<row r="${line}">${row.join('')}</row>`;
  });
  return bareWorkbook(rows.join(''), {
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst ${main}>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `${relations.join('')}</Relationships>`,
  });
}

/** The Monday so many weeks from the one of today. */
function monday(weeks: number): Date {
  const today = Date.UTC(new Date().getFullYear(), new Date().getMonth(), new Date().getDate());
  return new Date(today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS + weeks * 7 * DAY_MS);
}
const yearOf = (day: Date): string => `${String(day.getUTCFullYear())}-${String(day.getUTCFullYear() + 1)}`;
const semesterOf = (key: string, begin: Date, weeks: number) => ({
  key,
  begin,
  end: new Date(begin.getTime() + (weeks * 7 - 1) * DAY_MS),
  weeks,
});

/** The semester that is on, in its tenth week, and the one after it. */
export const semesters = {
  now: semesterOf(`${yearOf(monday(-10))}-1`, monday(-10), 18),
  next: semesterOf(`${yearOf(monday(-10))}-2`, monday(14), 18),
};

/** The eight students, by number. */
export const students = ['陈一', '林二', '周三', '吴四', '郑五', '冯六', '蒋七', '沈八'].map((name, at) => ({
  number: 2026001 + at,
  name,
}));
/** Who teaches, decides and administers. Units by name. */
export const staff = [
  { number: '1001', name: '程老师', unit: '计算机学院' },
  { number: '1002', name: '计院长', unit: '计算机学院' },
  { number: '2001', name: '数院长', unit: '数学学院' },
  { number: '9001', name: '教务长', unit: '教务处' },
  { number: '9002', name: '审核员', unit: '教务处' },
] as const;

/** The list of students in which the class of one is written wrong; and as it is put right. */
export const studentTable = (classOfThird: string): Table => [
  ['序号', '姓名', '性别', '学号', '所在班', '入学日期', '学生类别'],
  ...students.map(({ number, name }, at) => [
    at + 1,
    name,
    at % 2 === 0 ? '男' : '女',
    number,
    at === 2 ? classOfThird : '计科2601',
    new Date(Date.UTC(2026, 8, 1)),
    '普通本科',
  ]),
];

/** The tables up to the students, in the order in which rows name others. */
export const before: readonly (readonly [ResourceName, Table])[] = [
  [
    'campus',
    [
      ['校区名称', '校区代码'],
      ['本部', '1'],
    ],
  ],
  [
    'department',
    [
      ['单位名称', '单位号', '单位代码', '上级单位', '单位类别', '开课单位', '教学单位'],
      ['江南学院', '001', '001', null, '其他', '否', '否'],
      ['计算机学院', '101', '101', '江南学院', '教学院系', '是', '是'],
      ['数学学院', '102', '102', '江南学院', '教学院系', '是', '是'],
      ['教务处', '201', '201', '江南学院', '行政机构', '否', '否'],
    ],
  ],
  [
    'semester',
    [
      ['起始日期', '结束日期', '学期最大周数', '学年学期'],
      [semesters.now.begin, semesters.now.end, semesters.now.weeks, semesters.now.key],
    ],
  ],
  [
    'building',
    [
      ['校区', '教学楼名称', '楼号'],
      ['本部', '一号楼', 'A'],
    ],
  ],
  [
    'classroom',
    [
      ['教室名称', '教学楼', '校区', '教室编号', '座位数', '有效座位数', '考试座位数', '教室类型'],
      ['A101', '一号楼', '本部', 'A101', 60, 60, 30, '多媒体教室'],
      ['A102', '一号楼', '本部', 'A102', 90, 90, 45, '多媒体教室'],
    ],
  ],
  [
    'major',
    [
      ['专业名称', '所属院系', '专业代码', '校内专业号', '国家专业代码', '学科门类', '培养层次', '学制（年）'],
      ['计算机科学与技术', '计算机学院', '0809', '0809', '080901', '工学', '本科', 4],
      ['数学与应用数学', '数学学院', '0701', '0701', '070101', '理学', '本科', 4],
    ],
  ],
  [
    'nj',
    [
      ['年级名称', '年级代码'],
      ['2026级', 2026],
    ],
  ],
  [
    'gradeProInfo',
    [
      ['年级', '专业', '院系', '校区', '年级专业代码', '学生类别', '培养层次', '学制（年）'],
      ['2026级', '计算机科学与技术', '计算机学院', '本部', '20260809', '普通本科', '本科', 4],
    ],
  ],
  [
    'courseManage',
    [
      ['课程名称', '课程编号', '学分', '总学时', '开课单位', '课程属性', '课程性质', '考核方式', '成绩等级制'],
      ['程序设计基础', 'CS1001', 3.5, 56, '计算机学院', '必修', '学科基础课', '考试', '百分制'],
      ['高等数学', 'MA1001', 5, 80, '数学学院', '必修', '公共基础课', '考试', '百分制'],
    ],
  ],
  [
    'teacher',
    [
      ['所在单位', '姓名', '性别', '工号'],
      ...staff.map(({ number, name, unit }) => [unit, name, '女', Number(number)]),
    ],
  ],
  [
    'classInfo',
    [
      ['班级名称', '年级专业', '班级编号', '班主任'],
      ['计科2601', '20260809', 'JK2601', '程老师'],
    ],
  ],
];

/** The tables after the students. */
export const after: readonly (readonly [ResourceName, Table])[] = [
  [
    'teachingClass',
    [
      ['课程', '教学班名称', '教学班号', '学年学期', '开课单位', '上课校区', '成绩等级制'],
      ['程序设计基础', '程序设计基础1班', 'CS1001-01', semesters.now.key, '计算机学院', '本部', '百分制'],
      ['高等数学', '高等数学1班', 'MA1001-01', semesters.now.key, '数学学院', '本部', '百分制'],
    ],
  ],
  [
    'teachingClassTeacher',
    [
      ['教师', '教学班', '排序号'],
      [1001, 'CS1001-01', 1],
      [2001, 'MA1001-01', 1],
    ],
  ],
  [
    'teachingClassStudent',
    [
      ['学生', '教学班', '名单来源'],
      ...students.map(({ number }) => [number, 'CS1001-01', '教务处']),
      ...students.slice(0, 4).map(({ number }) => [number, 'MA1001-01', '教务处']),
    ],
  ],
  [
    'classSchedule',
    [
      ['教室', '星期', '节次', '周次', '任课教师', '教学班'],
      ['A101', '星期一', '1-2', '1-18', 1001, 'CS1001-01'],
      ['A102', '星期二', '3-4', '1-9,11-18', 2001, 'MA1001-01'],
    ],
  ],
];

/** A second class of a course, opened in the middle of the semester for one student of the first. */
export const secondClass = (student: number): readonly (readonly [ResourceName, Table])[] => [
  [
    'teachingClass',
    [
      ['课程', '教学班名称', '教学班号', '学年学期', '开课单位', '上课校区', '成绩等级制'],
      ['程序设计基础', '程序设计基础2班', 'CS1001-02', semesters.now.key, '计算机学院', '本部', '百分制'],
    ],
  ],
  [
    'teachingClassTeacher',
    [
      ['教师', '教学班', '排序号'],
      [1001, 'CS1001-02', 1],
    ],
  ],
  [
    'teachingClassStudent',
    [
      ['学生', '教学班', '名单来源'],
      [student, 'CS1001-02', '教务处'],
    ],
  ],
];
