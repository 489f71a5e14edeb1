import { expect, it } from 'vitest';
import type { Principal } from '../kernel/principal.ts';
import { withoutHiddenScores } from './score-content.ts';

const person = (userName: string, ...permissions: string[]) =>
  ({ userName, roles: [{ permissions: new Set(permissions) }], lent: [] }) as unknown as Principal;
const change = {
  studentNumber: '1',
  studentName: '张三',
  itemName: '期末成绩',
  before: '58.0',
  after: '61.0',
  totalBefore: '59.00',
  totalAfter: '60.80',
};
const application = (process_no: string) => ({
  process_no,
  process_name: '审批',
  applicant_user: 'clerk1',
  title: '张三：数据结构（69.90） 认定为 线性代数（80）',
  content: [
    { label: '学生', value: '张三' },
    { label: '原课程', value: '数据结构(69.90)' },
    { label: '认定课程', value: '线性代数（80）' },
  ],
  differences: [change],
});

it('the system administrator reads of an application what it is about, but no score in it', () => {
  for (const processNo of ['XTNCJRDSH', 'XTWCJRDSH', 'XWCJRDSH']) {
    expect(withoutHiddenScores(application(processNo), person('admin'))).toMatchObject({
      title: '审批',
      content: [{ label: '学生', value: '张三' }],
      differences: [],
    });
  }
  expect(withoutHiddenScores(application('CJXGSP'), person('admin'))).toMatchObject({ differences: [] });
  const sheet = {
    ...application('ZKCJSP'),
    title: '高等数学 1班 正考成绩：2人',
    content: [
      { label: '人数', value: '2' },
      { label: '平均分', value: '61.00' },
    ],
  };
  expect(withoutHiddenScores(sheet, person('admin'))).toMatchObject({
    title: sheet.title,
    content: [{ label: '人数', value: '2' }],
    differences: [],
  });
});

it('who may read scores, who applied, and other processes: everything', () => {
  const row = application('XTNCJRDSH');
  expect(withoutHiddenScores(row, person('dean1', 'scoreEntry:detail'))).toBe(row);
  expect(withoutHiddenScores(row, person('clerk1'))).toBe(row);
  const other = application('GXKSQ');
  expect(withoutHiddenScores(other, person('admin'))).toBe(other);
});
