// @vitest-environment jsdom
import {
  queryAdministrativeClasses,
  queryClassTree,
  type ClassTreeNode,
} from '@jwxt/contracts/base-info/administrative-class.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi } from '../testing/api-stub.ts';
import { Held, render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { ClassPicker } from './class-picker.tsx';

signedInAlways();

const node = (level: ClassTreeNode['level'], key: string, title: string, pkey: string, ids: string) => ({
  key,
  title,
  level,
  pkey,
  administrativeClassIds: ids,
});
/** A unit with two majors, of which one has two classes; another unit with one of each. */
const tree = [
  node('xy', '001', '全校', '', 'A1,A2,B1,C1'),
  node('DW', '101', '计算机学院', '001', 'A1,A2,B1'),
  node('DW', '102', '数学学院', '001', 'C1'),
  node('ZY', 'A', '软件工程', '101', 'A1,A2'),
  node('ZY', 'B', '人工智能', '101', 'B1'),
  node('ZY', 'C', '统计学', '102', 'C1'),
  node('XZB', 'A1', '软件1班', 'A', 'A1'),
  node('XZB', 'A2', '软件2班', 'A', 'A2'),
  node('XZB', 'B1', '智能1班', 'B', 'B1'),
  node('XZB', 'C1', '统计1班', 'C', 'C1'),
];
const listed = tree
  .filter(({ level }) => level === 'XZB')
  .map(({ key, title, pkey }) => ({
    administrativeClassId: key,
    administrativeClassNumber: `2026${key}`,
    administrativeClassName: title,
    grade: '2026级',
    dept: pkey === 'C' ? '数学学院' : '计算机学院',
    majorName: pkey,
    deptCode: pkey === 'C' ? '102' : '101',
    gradeMajorCode: pkey,
  }));

/** Opens the selector with these classes chosen; `value` tells what the page holds. */
async function open(start: string[] = []) {
  let value: readonly string[] = start;
  const { to } = stubApi([
    [queryClassTree, () => ok(tree)],
    [
      queryAdministrativeClasses,
      ({ dept, gradeMajorId }) => {
        const list = listed.filter(
          (row) =>
            (dept === undefined || row.deptCode === dept) &&
            (gradeMajorId === undefined || row.gradeMajorCode === gradeMajorId),
        );
        return ok({ list, total: list.length });
      },
    ],
  ]);
  const { user } = render(
    <Held<string[]> start={start}>
      {(held, onChange) => {
        value = held;
        return <ClassPicker label="班级" value={held} onChange={onChange} />;
      }}
    </Held>,
  );
  await user.click(screen.getByRole('textbox', { name: '班级' }));
  await screen.findByRole('tree');
  const table = () => within(screen.getByRole('table', { name: '行政班' }));
  await table().findByText('统计1班');
  return {
    user,
    to,
    value: () => value,
    table,
    /** The box of a class in the table. */
    box: (name: string) => within(table().getByText(name).closest('tr')!).getByRole<HTMLInputElement>('checkbox'),
    inTree: (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `选择${name}` }),
    chosen: (kind: string) =>
      within(screen.getByRole('group', { name: `已选${kind}` }))
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label')?.replace('取消选择', '')),
    confirm: () => user.click(screen.getByRole('button', { name: '确定' })),
  };
}

it('PICKERS-037, PICKERS-038, PICKERS-039: a tree of units, majors, classes, open at the root, 550 high', async () => {
  const { user } = await open();
  const panel = screen.getByRole('tree');
  const shown = () =>
    within(panel)
      .getAllByRole('treeitem')
      .map((item) => item.getAttribute('data-value'));
  expect(shown()).toEqual(['xy/001', 'DW/101', 'DW/102']);
  expect(panel.parentElement?.style.height).toBe('550px');
  await user.click(within(panel).getByText('计算机学院'));
  await user.click(within(panel).getByText('软件工程'));
  expect(shown()).toEqual(['xy/001', 'DW/101', 'ZY/A', 'XZB/A1', 'XZB/A2', 'ZY/B', 'DW/102']);
});

it('PICKERS-040, PICKERS-041, PICKERS-048, PICKERS-051: a table to search, twenty a page, of a node', async () => {
  const { user, to, table, box } = await open();
  const last = () => to(queryAdministrativeClasses).at(-1)?.fields;
  expect(last()).toMatchObject({ pageNum: '1', pageSize: '20' });
  expect(
    table()
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['', '班级编号', '班级名称', '专业', '单位']);
  expect(screen.getByRole('table', { name: '行政班' }).parentElement?.style.height).toBe('300px');
  await user.type(screen.getByRole('textbox', { name: '班级编号' }), '2026A');
  await user.type(screen.getByRole('textbox', { name: '班级名称' }), '软件{Enter}');
  expect(last()).toMatchObject({ administrativeClassNumber: '2026A', administrativeClassName: '软件' });
  await user.click(screen.getByRole('button', { name: '重置' }));
  await user.click(screen.getByText('计算机学院', { selector: '[role=tree] *' }));
  expect(last()).toMatchObject({ dept: '101' });
  await user.click(screen.getByText('软件工程', { selector: '[role=tree] *' }));
  expect(last()).toMatchObject({ gradeMajorId: 'A' });
  expect(last()).not.toHaveProperty('dept');
  await table().findByText('软件2班');
  await user.click(box('软件1班'));
  expect(box('软件1班').checked).toBe(true);
  expect(box('软件2班').checked).toBe(false);
});

it('PICKERS-044, PICKERS-045: ticking a major or a unit checks its classes and holds them', async () => {
  const { user, inTree, box, chosen, value, confirm } = await open();
  await user.click(inTree('计算机学院'));
  for (const name of ['软件1班', '软件2班', '智能1班'])
    expect([box(name).checked, box(name).disabled], name).toEqual([true, true]);
  expect([box('统计1班').checked, box('统计1班').disabled]).toEqual([false, false]);
  expect([chosen('单位'), chosen('专业'), chosen('班级')]).toEqual([['计算机学院'], [], []]);
  await confirm();
  expect(value()).toEqual(['A1', 'A2', 'B1']);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '班级' }).value).toBe('计算机学院');
});

it('PICKERS-046, PICKERS-047: with all its classes a major is checked, with all its majors a unit', async () => {
  const { user, inTree, box, chosen } = await open();
  await user.click(box('软件1班'));
  expect([chosen('单位'), chosen('专业'), chosen('班级')]).toEqual([[], [], ['软件1班']]);
  expect(inTree('计算机学院').indeterminate).toBe(true);
  await user.click(box('软件2班'));
  expect([chosen('单位'), chosen('专业'), chosen('班级')]).toEqual([[], ['软件工程'], []]);
  expect(box('软件1班').disabled).toBe(true);
  await user.click(box('智能1班'));
  expect([chosen('单位'), chosen('专业'), chosen('班级')]).toEqual([['计算机学院'], [], []]);
  expect(inTree('计算机学院').checked).toBe(true);
});

it('PICKERS-042, PICKERS-043: what is chosen is told in three boxes and let go there', async () => {
  const { user, chosen, value, confirm } = await open(['A1', 'A2', 'C1', 'gone']);
  expect([chosen('单位'), chosen('专业'), chosen('班级')]).toEqual([['数学学院'], ['软件工程'], ['gone']]);
  await user.click(screen.getByRole('button', { name: '取消选择软件工程' }));
  await user.click(screen.getByRole('button', { name: '取消选择数学学院' }));
  expect([chosen('单位'), chosen('专业'), chosen('班级')]).toEqual([[], [], ['gone']]);
  await user.click(screen.getByRole('button', { name: '取消选择gone' }));
  await confirm();
  expect(value()).toEqual([]);
});

it('without a class in reach it says so; a failure can be tried again', async () => {
  let down = true;
  stubApi([
    [queryClassTree, () => (down ? refused('FORBIDDEN', '没有权限', 403) : ok([node('xy', '001', '全校', '', '')]))],
  ]);
  const { user } = render(<ClassPicker label="班级" value={[]} onChange={() => undefined} />);
  await user.click(screen.getByRole('textbox', { name: '班级' }));
  await user.click(await screen.findByRole('button', { name: '重试' }));
  down = false;
  await user.click(await screen.findByRole('button', { name: '重试' }));
  expect(await screen.findByText('您的数据范围内没有在读的行政班')).toBeDefined();
});
