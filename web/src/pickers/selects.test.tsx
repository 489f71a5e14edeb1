// @vitest-environment jsdom
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import { findScoreHierarchy, findScoreValueSelectList } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { projectCategories } from '@jwxt/contracts/student-application/project-category.resource.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok, refused, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { DepartmentSelect } from './department-select.tsx';
import { ProjectCategorySelect } from './project-category-select.tsx';
import { ScoreHierarchySelect } from './score-hierarchy-select.tsx';
import { ScoreValueSelect } from './score-value-select.tsx';

signedInAlways();

const units = [
  { dwh: '101', dwmc: '计算机学院', child: [{ dwh: '1011', dwmc: '软件系', child: [] }] },
  { dwh: '102', dwmc: '数学学院', child: [] },
];
const field = (name: string) => screen.getByRole('combobox', { name });

describe('the department select', () => {
  it('PICKERS-060, PICKERS-064: asks when it is mounted, and offers units with those below them', async () => {
    const { to } = stubApi([[findTeachDep, () => ok(units)]]);
    const onChange = vi.fn<(dwh: string | null) => void>();
    const { user } = render(<DepartmentSelect label="单位" value={null} onChange={onChange} />);
    await waitFor(() => {
      expect(to(findTeachDep)).toHaveLength(1);
    });
    await user.click(field('单位'));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      '计算机学院',
      '软件系',
      '数学学院',
    ]);
    await user.click(screen.getByRole('option', { name: '软件系' }));
    expect(onChange).toHaveBeenCalledWith('1011');
    expect(to(findTeachDep)).toHaveLength(1);
  });

  it('PICKERS-061: in real time it asks whenever it is opened, and not before', async () => {
    const { to } = stubApi([[findTeachDep, () => ok(units)]]);
    const { user } = render(<DepartmentSelect label="单位" realTime value={null} onChange={() => undefined} />);
    expect(to(findTeachDep)).toHaveLength(0);
    await user.click(field('单位'));
    await screen.findByRole('option', { name: '数学学院' });
    expect(to(findTeachDep)).toHaveLength(1);
    await user.keyboard('{Escape}');
    await user.click(field('单位'));
    await waitFor(() => {
      expect(to(findTeachDep)).toHaveLength(2);
    });
  });

  it.each([
    ['没有权限查看单位', '没有权限查看单位'],
    ['', '查询失败'],
  ])(
    'PICKERS-063: a failure with the message “%s” shows “%s”; it asks again when the line is back (PICKERS-062)',
    async (told, shown) => {
      let down = true;
      const { to } = stubApi([[findTeachDep, () => (down ? refused('FORBIDDEN', told, 403) : ok(units))]]);
      const { user } = render(<DepartmentSelect label="单位" value={null} onChange={() => undefined} />);
      await user.click(field('单位'));
      expect(await screen.findByText(shown)).toBeTruthy();
      down = false;
      fireEvent(window, new Event('online'));
      await waitFor(() => {
        expect(to(findTeachDep).length).toBeGreaterThan(1);
      });
    },
  );
});

describe('the categories of projects', () => {
  // PICKERS-150, PICKERS-151
  it('are offered with their level, and asked for once, without a field', async () => {
    const { to } = stubApi([
      [
        projectCategories,
        () => ok([{ projectCategoryId: '11', projectLevelName: '国家级', projectCategoryName: '学科竞赛' }]),
      ],
    ]);
    const onChange = vi.fn<(id: string | null) => void>();
    const { user } = render(<ProjectCategorySelect label="项目类别" value={null} onChange={onChange} />);
    await user.click(field('项目类别'));
    await user.click(await screen.findByRole('option', { name: '国家级 学科竞赛' }));
    expect(onChange).toHaveBeenCalledWith('11');
    expect(to(projectCategories).map(({ fields }) => Object.keys(fields))).toEqual([['_t']]);
  });

  it.each([
    ['没有权限', '没有权限'],
    ['', '查询失败'],
  ])('PICKERS-152: a failure with the message “%s” shows “%s”', async (told, shown) => {
    stubApi([[projectCategories, () => refused('FORBIDDEN', told, 403)]]);
    const { user } = render(<ProjectCategorySelect label="项目类别" value={null} onChange={() => undefined} />);
    await user.click(field('项目类别'));
    expect(await screen.findByText(shown)).toBeTruthy();
  });
});

describe('grade systems', () => {
  const systems = [
    { scoreHierarchyCode: 'bfz', scoreHierarchyName: '百分制' },
    { scoreHierarchyCode: 'wjz', scoreHierarchyName: '五级制' },
  ];

  // PICKERS-067, PICKERS-068
  it('systems are asked for once, without a field', async () => {
    const { to } = stubApi([[findScoreHierarchy, () => ok(systems)]]);
    const onChange = vi.fn<(code: string | null) => void>();
    const { user } = render(<ScoreHierarchySelect label="等级制" value={null} onChange={onChange} />);
    await user.click(field('等级制'));
    await user.click(await screen.findByRole('option', { name: '五级制' }));
    expect(onChange).toHaveBeenCalledWith('wjz');
    expect(to(findScoreHierarchy).map(({ fields }) => Object.keys(fields))).toEqual([['_t']]);
  });

  it('PICKERS-065, PICKERS-066: systems are found by a part of their name, whatever its case', async () => {
    stubApi([[findScoreHierarchy, () => ok([...systems, { scoreHierarchyCode: 'abc', scoreHierarchyName: 'ABC制' }])]]);
    const { user } = render(<ScoreHierarchySelect label="等级制" value={null} onChange={() => undefined} />);
    expect(field('等级制').getAttribute('placeholder')).toBe('请选择');
    await user.type(field('等级制'), 'bc');
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['ABC制']);
  });

  // PICKERS-070
  it.each(['', 'bfz'])('values of the system “%s” are not asked for', async (scoreHierarchyCode) => {
    const { to } = stubApi([[findScoreValueSelectList, () => ok([])]]);
    render(
      <ScoreValueSelect label="等级" scoreHierarchyCode={scoreHierarchyCode} value="" onChange={() => undefined} />,
    );
    await screen.findByRole('combobox', { name: '等级' });
    expect(to(findScoreValueSelectList)).toEqual([]);
    expect(field('等级')).toHaveProperty('disabled', true);
  });

  // PICKERS-072
  it.each([
    ['等级制维护中', '等级制维护中'],
    ['', '查询成绩等级制失败'],
  ])('a failure with the message “%s” shows “%s”', async (told, shown) => {
    stubApi([[findScoreHierarchy, () => refused('X', told, 400)]]);
    const { user } = render(<ScoreHierarchySelect label="等级制" value={null} onChange={() => undefined} />);
    await user.click(field('等级制'));
    expect(await screen.findByText(shown)).toBeTruthy();
  });
});
