// @vitest-environment jsdom
import { queryPlanCourses, type PlanCourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import { findScoreValueSelectList } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi, type Answering } from '../../testing/api-stub.ts';
import { Held, render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { InsideLines } from './inside-lines.tsx';
import { emptyInside, type InsideLine, type Plan } from './recognition-form.model.ts';

signedInAlways();

const course = (
  courseId: string,
  scoreHierarchyCode: string,
  recognised = false,
  passedFinal = '',
): Plan['list'][number] => ({
  courseId,
  courseNum: `N${courseId}`,
  courseName: `课程${courseId}`,
  courseCredit: '2.0',
  coursePeriod: '32',
  courseNatureName: '',
  courseAttributeName: '必修',
  semesterId: '2026-2027-1',
  openDepartmentId: '101',
  openDepartmentName: '计算机学院',
  scoreHierarchyCode,
  scoreHierarchyName: '',
  recognised,
  passedFinal,
});
const band = (scoreValueName: string, from: number, to: number, value: number) => ({
  scoreHierarchyCode: 'wjz',
  scoreValueName,
  scorePercentileMinValue: from,
  scorePercentileMaxValue: to,
  scorePercentileValue: value,
});
const plan: Plan = {
  list: [course('K1', 'bfz'), course('K2', 'wjz'), course('K3', 'bfz', true)],
  bands: [band('优秀', 9000, 10_000, 9500), band('良好', 8000, 8999, 8500)],
  creditBase: '20.0',
  creditPercent: 50,
  creditLimit: '10.0',
  creditTaken: '0.0',
};
const planned = (kch: string): PlanCourseRow => ({
  planId: `M.${kch}`,
  kch,
  ywbm: `N${kch}`,
  kcmc: `课程${kch}`,
  kkxymc: '计算机学院',
  kcsxmc: '必修',
  xf: '2.0',
  xnxq: '2026-2027-1',
});
const grades = [
  { scoreValueCode: '1', scoreValueName: '优秀' },
  { scoreValueCode: '2', scoreValueName: '良好' },
];

/** One line of the form; `line` tells what it holds. */
function open(start: InsideLine, answers: Answering[]) {
  let line = start;
  const { to } = stubApi(answers);
  const { user } = render(
    <Held<InsideLine[]> start={[start]}>
      {(lines, onChange) => {
        line = lines[0]!;
        return (
          <InsideLines
            studentId="S1"
            plan={plan}
            proposal="81"
            lines={lines}
            path="inSideList"
            errors={{}}
            onChange={onChange}
          />
        );
      }}
    </Held>,
  );
  return { user, to, line: () => line };
}

it('PICKERS-022, PICKERS-023: the target is found in the plan by a chooser that wants one chosen', async () => {
  const { user, to, line } = open(emptyInside, [
    [queryPlanCourses, () => ok({ rows: ['K2', 'K9'].map(planned), total: 2 })],
    [findScoreValueSelectList, () => ok(grades)],
  ]);
  await user.click(screen.getByLabelText('查找认定课程（第 1 行）'));
  const row = (await screen.findByText('NK2')).closest('tr')!;
  expect([...row.cells].map((cell) => cell.textContent)).toEqual([
    '',
    'NK2',
    '课程K2',
    '计算机学院',
    '必修',
    '2.0',
    '2026-2027-1',
  ]);
  expect(to(queryPlanCourses)[0]?.fields).toMatchObject({ studentCode: 'S1' });
  await user.click(screen.getByText('确定'));
  expect(await screen.findByText('请选择一条课程!')).toBeDefined();
  await user.click(row);
  await user.click(screen.getByText('确定'));
  expect(line()).toEqual({ courseId: 'K2', scoreCognizanceFinalValue: '81' });
  // One that is planned and not approved yet is no target.
  await user.click(screen.getByLabelText('查找认定课程（第 1 行）'));
  await user.click(await screen.findByText('NK9'));
  await user.click(screen.getByText('确定'));
  expect(await screen.findByText('“课程K9”尚未审核通过，不能作为认定课程')).toBeDefined();
  expect(line().courseId).toBe('K2');
});

it('PICKERS-065, PICKERS-066: grades of a course are found by a part of the name, whatever its case', async () => {
  const { user, to, line } = open({ courseId: 'K2', scoreCognizanceFinalValue: '' }, [
    [findScoreValueSelectList, () => ok([...grades, { scoreValueCode: '3', scoreValueName: 'Pass' }])],
  ]);
  const grade = await screen.findByRole<HTMLInputElement>('combobox', { name: '认定成绩（第 1 行）等级' });
  expect(grade.placeholder).toBe('请选择');
  await user.type(grade, 'pAS');
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Pass']);
  await user.clear(grade);
  await user.type(grade, '良');
  await user.click(await screen.findByRole('option', { name: '良好' }));
  expect(line().scoreCognizanceFinalValue).toBe('85.0');
  expect(to(findScoreValueSelectList)[0]?.fields).toMatchObject({ scoreHierarchyCode: 'wjz' });
});

it('PICKERS-070: for percentages, and while no course is chosen, no grades are asked for', async () => {
  const { user, to } = open(emptyInside, [[findScoreValueSelectList, () => ok(grades)]]);
  await user.click(screen.getByRole('combobox', { name: '认定课程（第 1 行）' }));
  await user.click(await screen.findByRole('option', { name: /NK1/ }));
  expect(screen.queryByRole('combobox', { name: /等级$/ })).toBeNull();
  expect(to(findScoreValueSelectList)).toEqual([]);
});

it.each([
  ['等级维护中', '等级维护中'],
  ['', '查询成绩等级制失败'],
])('PICKERS-072: a failure with the message “%s” shows “%s”', async (told, shown) => {
  const { user } = open({ courseId: 'K2', scoreCognizanceFinalValue: '' }, [
    [findScoreValueSelectList, () => refused('X', told, 400)],
  ]);
  await user.click(await screen.findByRole('combobox', { name: /等级$/ }));
  expect(await screen.findByText(shown)).toBeDefined();
});
