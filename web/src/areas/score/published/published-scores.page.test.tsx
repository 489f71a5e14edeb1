// @vitest-environment jsdom
import { queryPublishedScores } from '@jwxt/contracts/score/published-score.operations.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../../testing/api-stub.ts';
import { InAddress } from '../../../testing/in-address.tsx';
import { render } from '../../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../../testing/signed-in-user.ts';
import { PublishedScoresPage } from './published-scores.page.tsx';

signedOutAfterwards();

const row = {
  teachingClassId: 'TC1',
  scoreType: '1',
  semesterName: '2026-2027学年第一学期',
  departmentName: '计算机学院',
  courseId: 'C1',
  courseNum: 'COMP1001',
  courseName: '数据结构',
  courseCredit: '3.0',
  teachingClassName: '数据结构1班',
  teacherName: '王老师',
  studentCode: 'S1',
  studentNumber: '2026001',
  studentName: '张三',
  administrativeClassName: '计算机2601',
  gradeMajorName: '2026级计算机',
  studentScoreFinalValue: '98',
  scoreRemarkName: '',
  passed: true,
  isReExamStudentName: '',
};

it('is sorted by score and by student; where only the first are listed, it says so', async () => {
  signIn({ permissions: ['publishedScore:query'] });
  const { to } = stubApi([
    [queryPublishedScores, ({ sort }) => ok({ rows: [row], total: 1, firstOnly: sort !== undefined })],
  ]);
  const page = () => (
    <InAddress>
      <PublishedScoresPage />
    </InAddress>
  );
  // Its rows lead to their sheets.
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  const { user } = render(<RouterProvider router={router} />);
  const told = '只列出前 500 条，要看更多请先选择学期、单位或课程';
  await screen.findByRole('row', { name: /张三/ });
  expect(screen.queryByText(told)).toBeNull();
  for (const [head, sort] of [
    ['总评成绩', 'final'],
    ['学生', 'studentNumber'],
  ] as const) {
    const column = within(screen.getByRole('columnheader', { name: new RegExp(head) }));
    await user.click(column.getByRole('button', { name: '排序' }));
    await expect.poll(() => to(queryPublishedScores).at(-1)?.fields).toMatchObject({ sort });
  }
  expect(await screen.findByText(told)).toBeDefined();
});
