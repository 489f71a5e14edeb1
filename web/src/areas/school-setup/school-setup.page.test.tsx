// @vitest-environment jsdom
import { schoolSetup } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { setupStepNames } from '@jwxt/contracts/school-setup/school-setup.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconApps } from '@tabler/icons-react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ShortcutsContext } from '../../lib/shortcuts.ts';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { SchoolSetupPage } from './school-setup.page.tsx';

signedOutAfterwards();

const windows = modulePath('scoreManage', 'scoreTermControl');

it('says how far the school is, what blocks whom, and leads to the pages that one may open', async () => {
  signIn({ permissions: ['schoolSetup:query'] });
  stubApi([
    [
      schoolSetup,
      () =>
        ok({
          semesterName: null,
          untouched: false,
          serverTime: '2026-11-24 09:00:00',
          steps: setupStepNames.map((step) => ({
            step,
            state: step === 'scoreSetting' ? 'blocked' : 'done',
            counts: step === 'student' ? [{ name: '学生', count: 12_000 }] : [],
            findings:
              step === 'scoreSetting'
                ? [{ blocking: true, text: '本学期没有正考成绩的录入时间', consequence: '学期初始化不能进行' }]
                : [],
          })),
        }),
    ],
  ]);
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <ShortcutsContext value={[{ title: '', path: windows, icon: IconApps, count: 0, modules: ['scoreManage'] }]}>
        <InAddress>
          <SchoolSetupPage />
        </InAddress>
      </ShortcutsContext>
    ),
  });
  const { user } = render(
    <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })} />,
  );
  expect(
    await screen.findByText(`${String(setupStepNames.length - 1)} / ${String(setupStepNames.length)}`),
  ).toBeDefined();
  expect(screen.getByText('学生 12,000')).toBeDefined();
  const setting = within(screen.getByRole('listitem', { name: '成绩设置' }));
  expect(setting.getByText('本学期没有正考成绩的录入时间')).toBeDefined();
  expect(setting.getByText('学期初始化不能进行')).toBeDefined();
  expect(setting.getByRole('link', { name: '成绩学期控制' }).getAttribute('href')).toBe(windows);
  expect(setting.queryByRole('link', { name: '成绩模板' })).toBeNull();
  // What waits stands far below: its figure shows it alone, under its own number.
  await user.click(screen.getByRole('button', { name: /待办理，影响使用/ }));
  const numbers = screen.getAllByRole('listitem').flatMap(({ dataset }) => dataset['number'] ?? []);
  expect(numbers).toEqual([String(setupStepNames.indexOf('scoreSetting') + 1)]);
});
