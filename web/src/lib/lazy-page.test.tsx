// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { lazyPage } from './lazy-page.tsx';

it('a page asked for ahead is asked for once, and is there when it is shown', async () => {
  const load = vi.fn(() => Promise.resolve({ Page: (() => <p>到了</p>) as ComponentType }));
  const Page = lazyPage(load, 'Page');
  expect(load).not.toHaveBeenCalled();
  Page.fetch();
  Page.fetch();
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <Page />
      </Suspense>,
    );
  });
  expect(screen.getByText('到了')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});
