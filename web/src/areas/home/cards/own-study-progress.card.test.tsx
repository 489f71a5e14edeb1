// @vitest-environment jsdom
import {
  ownOpenCourses,
  ownProgressChoices,
  ownStudyProgress,
  ownWhatIfStudyProgress,
  type OwnStudyProgress,
} from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { OwnStudyProgressCard } from './own-study-progress.card.tsx';

signedInAlways({ kind: 'student', permissions: ['studyProgress:own'] });

type Line = OwnStudyProgress['modules'][number]['lines'][number];
const line = (courseName: string, more: Partial<Line>): Line => ({
  courseId: courseName,
  courseCode: courseName,
  courseName,
  className: '专业核心课',
  isRequired: true,
  credit: '3',
  term: 2,
  semesterId: '2026-2027-2',
  state: 'earned',
  basis: 'plan',
  reason: '85（2026-2027-2）',
  fills: false,
  ...more,
});
const own: OwnStudyProgress = {
  gradeMajorName: '2026级软件工程',
  schemeVersionName: '2026版',
  schemaName: '2026级软件工程培养方案',
  required: '9',
  earned: '6',
  taking: '0',
  missing: '3',
  withheld: false,
  modules: [
    {
      module: '专业核心',
      required: '9',
      earned: '6',
      taking: '0',
      missing: '3',
      openClasses: ['公共选修课'],
      lines: [
        line('数据结构', {}),
        line('编译原理', { basis: 'replaced', reason: '由替代或等效的课程“编译技术”80（2026-2027-2）取得' }),
        line('操作系统', { state: 'owed', basis: null, reason: '应在 2026-2027-2 修读，没有成绩', fills: true }),
      ],
    },
  ],
};

// SCHEME-13, HOME-26
it('says which line of which scheme a course fills, what would fill the rest, and how another major is', async () => {
  const { to } = stubApi([
    [ownStudyProgress, () => ok(own)],
    [
      ownOpenCourses,
      () =>
        ok({
          semesterName: '2027-2028学年第一学期',
          list: [
            {
              courseId: 'G1',
              courseCode: 'GEN001',
              courseName: '艺术鉴赏',
              className: '公共选修课',
              credit: '2',
              openDepartmentName: '艺术学院',
              classNum: 2,
            },
          ],
        }),
    ],
    [ownProgressChoices, () => ok({ list: [{ code: '2026CS', name: '2026级计算机', number: '2026CS' }] })],
    [ownWhatIfStudyProgress, () => ok({ ...own, gradeMajorName: '2026级计算机', missing: '6' })],
  ]);
  const { user } = render(<OwnStudyProgressCard />);
  await user.click(await screen.findByRole('button', { name: '课程' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('依据 2026版 · 2026级软件工程培养方案')).toBeTruthy();
  expect(dialog.getAllByText('专业核心课')).toHaveLength(3);
  expect(dialog.getAllByTitle('必修 · 第2学期（2026-2027-2）')).toHaveLength(3);
  expect(dialog.getByText('替代或等效')).toBeTruthy();
  await user.click(dialog.getByText('可补足的课程 1'));
  expect(dialog.queryAllByText('数据结构')).toEqual([]);
  expect(dialog.getAllByText('操作系统').length).toBeGreaterThan(0);
  // What is taught now and would fill the module, though no plan names it.
  expect(await dialog.findByText('艺术鉴赏')).toBeTruthy();
  expect(to(ownOpenCourses)[0]?.fields).toMatchObject({ module: '专业核心' });
  await user.click(dialog.getAllByRole('button', { name: '关闭' })[0]!);
  await user.click(screen.getByLabelText('假设转入'));
  await user.click(await screen.findByRole('option', { name: /2026级计算机/ }));
  expect(await screen.findByText('假设转入 2026级计算机')).toBeTruthy();
  expect(screen.getByText(/还差 6 学分/)).toBeTruthy();
  expect(to(ownWhatIfStudyProgress)[0]?.fields).toMatchObject({ gradeMajorId: '2026CS' });
});
