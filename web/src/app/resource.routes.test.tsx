// @vitest-environment jsdom
import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { resourcePath, resources } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRootRoute } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { resourcePageRoutes } from './resource.routes.tsx';

signedOutAfterwards();

const note = /已设置的成绩单保存着当时的分项和比例/;

// SCORE-MORE-20
it('the page of a resource comes from its declaration, to which its address leads', async () => {
  signIn({ permissions: ['scoreTemplate:query', 'scoreTemplate:create'] });
  stubApi([[scoreTemplate.operations.query, () => ok({ rows: [], total: 0 })]]);
  const routes = resourcePageRoutes(createRootRoute(), new Set()).map(
    ({ options }) => options as { path: string; component: ComponentType },
  );
  const Page = routes.find(({ path }) => path === resourcePath('scoreTemplate'))!.component;
  const { user } = render(
    <Suspense>
      <Page />
    </Suspense>,
  );
  expect(await screen.findByText(`还没有${resources.scoreTemplate.title}。可以新增。`)).toBeDefined();
  await user.click(screen.getAllByRole('button', { name: '新增' })[0]!);
  expect(await screen.findByText(note)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => {
    expect(screen.queryByText(note)).toBeNull();
  });
});

it('an address to which an area brings a page has no other', () => {
  const taken = resourcePath('scoreRules');
  const addresses = resourcePageRoutes(createRootRoute(), new Set([taken])).map(
    ({ options }) => (options as { path: string }).path,
  );
  expect(addresses).not.toContain(taken);
  expect(addresses).toContain(resourcePath('scoreTemplate'));
});
