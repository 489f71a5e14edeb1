// @vitest-environment jsdom
import {
  queryCourseManage,
  queryCourses,
  queryOldCourses,
  type CourseManageRow,
  type CourseRow,
} from '@jwxt/contracts/base-info/course.operations.ts';
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { Held, render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { CourseManagePicker, CoursePicker } from './course-picker.tsx';

const course = (number: number, more: Partial<CourseRow> = {}): CourseRow => ({
  orderNum: number,
  courseId: `K${String(number)}`,
  businessCode: `COMP100${String(number)}`,
  courseName: `课程${String(number)}`,
  departmentName: '计算机学院',
  courseAttributeName: '必修',
  courseNatureName: '专业基础课',
  courseCategoryName: '理论类',
  credit: '3',
  totalHour: '48',
  ...more,
});
const library: CourseManageRow = {
  kch: 'K1',
  ywbm: 'COMP1001',
  kcmc: '程序设计',
  kkxymc: '计算机学院',
  kcsxmc: '必修',
  kcxzmc: '专业基础课',
  kclbmc: '理论类',
  xf: '4.0',
  zxs: '64',
};
const selects = [
  [findTeachDep, () => ok([])],
  [{ path: '/system/dataDict/findDmxqByDmlb/XTGL_KCSXDMJ' }, () => ok([{ dm: '1', mc: '必修' }])],
  [{ path: '/system/dataDict/findDmxqByDmlb/XTGL_KCXZDMJ' }, () => ok([])],
  [{ path: '/system/dataDict/findDmxqByDmlb/XTGL_KCBJDMJ' }, () => ok([])],
] as const;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '课程' });

signedInAlways();

describe('the course selector', () => {
  // PICKERS-002, PICKERS-003, PICKERS-004, PICKERS-006, PICKERS-009, PICKERS-010
  it('one course by radio button from a searchable page; its name is in the read-only, clearable input', async () => {
    const { to } = stubApi([[queryCourses, () => ok({ rows: [course(1), course(2)], total: 42 })], ...selects]);
    const { user } = render(
      <Held<readonly CourseRow[]> start={[]}>
        {(value, set) => <CoursePicker label="课程" value={value} onChange={set} />}
      </Held>,
    );
    expect(input().readOnly).toBe(true);
    expect(button('请选择课程…').querySelector('svg')?.classList.contains('tabler-icon-search')).toBe(true);
    await user.click(input());
    const dialog = within(await screen.findByRole('dialog', { name: '课程选择器' }));
    expect(dialog.getByRole('search')).toBeTruthy();
    expect([dialog.getByRole('button', { name: '取消' }), dialog.getByRole('button', { name: '确定' })]).toHaveLength(
      2,
    );
    await user.click(await dialog.findByRole('radio', { name: '选择第1行' }));
    await user.click(dialog.getByRole('radio', { name: '选择第2行' }));
    expect(dialog.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true]);
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: '下一页' }));
    await vi.waitFor(() => {
      expect(to(queryCourses).at(-1)?.fields).toMatchObject({ pageNo: 2 });
    });
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(input().value).toBe('课程2');
    await user.click(button('清空'));
    expect(input().value).toBe('');
  });

  // PICKERS-005, PICKERS-007, PICKERS-008, PICKERS-009
  it('several by check boxes, over pages; their names joined, and listed in a popover that says if none', async () => {
    stubApi([[queryCourses, ({ pageNo }) => ok({ rows: [course(Number(pageNo))], total: 40 })], ...selects]);
    const { user } = render(
      <Held<readonly CourseRow[]> start={[]}>
        {(value, set) => <CoursePicker label="课程" multiple value={value} onChange={set} />}
      </Held>,
    );
    await user.hover(input());
    expect((await screen.findByText('已选中')).parentElement?.textContent).toBe('已选中暂无选中项');
    await user.click(input());
    const dialog = within(await screen.findByRole('dialog', { name: '课程选择器' }));
    await user.click(await dialog.findByRole('checkbox', { name: '选择第1行' }));
    await user.click(dialog.getByRole('button', { name: '第2页' }));
    await dialog.findByText('COMP1002');
    await user.click(dialog.getByRole('checkbox', { name: '选择第21行' }));
    expect(dialog.getByText('已选择 2 项')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(input().value).toBe('课程1、课程2');
    await user.hover(input());
    const list = await screen.findByRole('list');
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['课程1', '课程2']);
  });

  // PICKERS-011, PICKERS-012, PICKERS-017, PICKERS-018, PICKERS-019, PICKERS-117
  // The fields: number, name, department, attribute, nature and type.
  it('is searched by six fields, none required; 20 a page from the first, with changer and jumper', async () => {
    const { to } = stubApi([[queryCourses, () => ok({ rows: [course(1)], total: 42 })], ...selects]);
    const { user } = render(
      <CoursePicker label="课程" value={[]} onChange={() => undefined} context={{ semester: '2026-2027-1' }} />,
    );
    await user.click(input());
    const dialog = within(await screen.findByRole('dialog', { name: '课程选择器' }));
    await dialog.findByText('COMP1001');
    expect(to(queryCourses)[0]?.fields).toEqual({
      _t: expect.any(String) as string,
      pageNo: 1,
      pageSize: 20,
      param: { semester: '2026-2027-1' },
    });
    expect([
      dialog.getByText('每页20条记录 , 共42条记录'),
      dialog.getByRole('combobox', { name: '每页条数' }),
      dialog.getByRole('textbox', { name: '跳至页码' }),
    ]).toHaveLength(3);
    const labels = [...dialog.getByRole('search').querySelectorAll('label')].map((label) => label.textContent);
    expect(labels).toEqual(['课程编号', '课程名称', '开课单位', '课程属性', '课程性质', '课程类型']);
    await user.type(dialog.getByRole('textbox', { name: '课程编号' }), 'COMP');
    await user.click(dialog.getByRole('combobox', { name: '课程属性' }));
    await user.click(await screen.findByRole('option', { name: '必修' }));
    await user.click(dialog.getByRole('button', { name: '查询' }));
    await vi.waitFor(() => {
      expect(to(queryCourses).at(-1)?.fields).toMatchObject({
        pageNo: 1,
        param: { semester: '2026-2027-1', businessCode: 'COMP', courseAttr: '1' },
      });
    });
    await user.click(dialog.getByRole('button', { name: '重置' }));
    await user.click(dialog.getByRole('button', { name: '查询' }));
    await vi.waitFor(() => {
      expect(to(queryCourses).at(-1)?.fields).toMatchObject({ param: { semester: '2026-2027-1' } });
    });
  });

  it('PICKERS-013: has a semester column only when some row has a semester', async () => {
    stubApi([
      [queryCourses, () => ok({ rows: [course(1)], total: 1 })],
      [queryOldCourses, () => ok({ rows: [course(1), course(2, { semester: '2025-2026-2' })], total: 2 })],
      ...selects,
    ]);
    const { user, rerender } = render(<CoursePicker label="课程" value={[]} onChange={() => undefined} />);
    await user.click(input());
    await screen.findByText('COMP1001');
    expect(screen.queryByRole('columnheader', { name: '学年学期' })).toBeNull();
    rerender(<CoursePicker label="课程" source="taught" value={[]} onChange={() => undefined} />);
    await screen.findByRole('columnheader', { name: '学年学期' });
    expect(screen.getByText('2025-2026-2')).toBeTruthy();
  });

  it('PICKERS-015, PICKERS-016, PICKERS-021: has a second variant under abbreviated names', async () => {
    const { to } = stubApi([[queryCourseManage, () => ok({ rows: [library], total: 1 })], ...selects]);
    const onChange = vi.fn<(rows: CourseManageRow[]) => void>();
    const { user } = render(<CourseManagePicker label="课程" value={[]} onChange={onChange} />);
    await user.click(input());
    const dialog = within(await screen.findByRole('dialog', { name: '课程选择器' }));
    await user.type(dialog.getByRole('textbox', { name: '课程名称' }), '程序');
    await user.click(dialog.getByRole('button', { name: '查询' }));
    await vi.waitFor(() => {
      expect(to(queryCourseManage).at(-1)?.fields).toMatchObject({ pageNum: '1', pageSize: '20', kcmc: '程序' });
    });
    await user.click(await dialog.findByRole('radio'));
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(onChange).toHaveBeenCalledWith([library]);
  });
});
