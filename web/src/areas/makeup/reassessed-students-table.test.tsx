// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { givenStudent as student } from './reassessed-student.fixture.ts';
import { ReassessedStudentsTable } from './reassessed-students-table.tsx';

const item = (dataKey: string, scoreSubItemName: string, scoreSubItemProportion: number, enable: 'true' | 'false') => ({
  dataKey,
  scoreSubItemName,
  scoreSubItemProportion,
  enable,
  type: 'number' as const,
  scoreHierarchyCode: 'bfz',
  isExamItem: enable === 'true',
  options: [],
});
const items = [item('ps', '平时成绩', 40, 'false'), item('qm', '期末成绩', 60, 'true')];
const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

// MAKEUP-06, MAKEUP-12, MAKEUP-13
test('students of a make-up with the kind of their exam, original score, items, final value and why', () => {
  render(
    <ReassessedStudentsTable
      makeup
      items={items}
      students={[
        student('张三', {}),
        student('李四', {
          makeupType: '3',
          makeupTypeName: '缓考',
          studentTypeName: '缓考生',
          originFinalValue: '-',
          items: { ps: '80.0', qm: null },
          studentScoreFinalValue: '-',
          studentScoreFinalValueRemark: '',
          passed: false,
          complete: false,
        }),
      ]}
    />,
  );
  expect(heads()).toEqual([
    '序号',
    '学号',
    '姓名',
    '考试类型',
    '原成绩',
    '平时成绩 40%（原成绩）',
    '期末成绩 60%',
    '备注',
    '最终成绩',
    '说明',
    '原备注',
    '学生类型',
    '行政班',
    '年级专业',
  ]);
  expect(cellsOf('张三')).toEqual([
    '1',
    '2026001',
    '张三',
    '补考',
    '54.00',
    '80.0',
    '90.0',
    '正常',
    '60.00',
    '成绩 86.00，通过后按 60.00 计',
    '正常',
    '补考生',
    '101班',
    '2026级软件工程',
  ]);
  expect(cellsOf('李四').slice(3, 9)).toEqual(['缓考', '-', '80.0', '-', '正常', '-']);
});

test('MAKEUP-08: students of a retake class with the source of the list; who fails is marked', () => {
  render(
    <ReassessedStudentsTable
      makeup={false}
      items={items}
      students={[
        student('王五', {
          makeupType: null,
          makeupTypeName: null,
          studentType: 'CXS',
          studentTypeName: '重修生',
          isReExamStudentName: '重修',
          originFinalValue: null,
          passed: false,
          studentScoreFinalValue: '48.00',
        }),
      ]}
    />,
  );
  expect(heads()).toContain('名单来源');
  expect(heads()).not.toContain('考试类型');
  expect(cellsOf('王五')[3]).toBe('重修');
  expect(screen.getByRole('row', { name: /王五/ }).getAttribute('data-failing')).toBe('true');
});

test('marks whose original score is another now; only an open one can be decided about, and only by who may', () => {
  const settled: string[] = [];
  const students = [
    student('张三', { originNote: { text: '原成绩由 50.00 改为 86.00，已及格', open: true, cause: 'passed' } }),
    student('李四', {
      studentCode: 'S2',
      originNote: { text: '原成绩由 50.00 改为 52.00', open: false, cause: 'changed' },
    }),
  ];
  const { rerender } = render(
    <ReassessedStudentsTable
      makeup
      items={items}
      students={students}
      onSettle={({ studentName }) => {
        settled.push(studentName);
      }}
    />,
  );
  expect(cellsOf('张三')[9]).toBe('成绩 86.00，通过后按 60.00 计原成绩已变动原成绩由 50.00 改为 86.00，已及格处理');
  screen.getByRole('button', { name: '处理 张三 的原成绩变动' }).click();
  expect(settled).toEqual(['张三']);
  expect(screen.queryByRole('button', { name: /李四/ })).toBeNull();
  rerender(<ReassessedStudentsTable makeup items={items} students={students} />);
  expect(screen.queryByRole('button')).toBeNull();
});
