// @vitest-environment jsdom
import { findAllModule, findByFwbh } from '@jwxt/contracts/system/permission.operations.ts';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { PageAddressContext } from './page-address.ts';
import { Gate } from './permission-gate.tsx';
import { loadModules } from './permission-list.ts';

const at = (pathname: string, children: ReactNode) => (
  <PageAddressContext
    value={{
      pathname,
      params: {},
      search: {},
      setSearch: vi.fn(),
      restart: vi.fn(),
      replaceWith: vi.fn(),
      setTitle: vi.fn(),
      setUnsaved: vi.fn(),
    }}
  >
    {children}
  </PageAddressContext>
);
const codes =
  (...list: string[]) =>
  () =>
    ok({ list: list.map((qxbh) => ({ qxbh })) });
const modules = (checked: '0' | '1') => () => ok({ list: [{ QXBH: '09' }], checked });

beforeEach(() => {
  sessionStorage.clear();
});
signedInAlways({ permissions: ['scoreLog:query', 'scoreEntry:save'] });

describe('the gate', () => {
  // PERM-02
  it('shows its content when any of the comma-separated names is in the list of the current module', async () => {
    stubApi([[findByFwbh, ({ fwbh }) => (fwbh === '09' ? codes('scoreLog:query')() : codes()())]]);
    render(
      <>
        {at('/jwxt/gly/scoreManage/replay', <Gate names="scoreEntry:query, scoreLog:query">本模块</Gate>)}
        {at('/jwxt/gly/systemManage/monitor', <Gate names="scoreLog:query">别的模块</Gate>)}
      </>,
    );
    expect(await screen.findByText('本模块')).toBeTruthy();
    expect(screen.queryByText('别的模块')).toBeNull();
  });

  it('PERM-03: a code that is missing, in the session or in the module, gives false', async () => {
    stubApi([[findByFwbh, codes('scoreLog:query', 'scoreEntry:query')]]);
    const gates = (names: Record<string, string>) =>
      render(
        at(
          '/jwxt/gly/scoreManage/replay',
          Object.entries(names).map(([text, each]) => (
            // What the server may send, and no page of ours asks for.
            <Gate key={text} names={each as 'scoreLog:query'}>
              <p>{text}</p>
            </Gate>
          )),
        ),
      );
    gates({ 有: 'no:such,scoreLog:query', 空: '', 别处: 'scoreEntry:save', 已收回: 'scoreEntry:query' });
    await screen.findByText('有');
    expect(screen.getAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent)).toEqual(['有']);
  });

  it('PERM-04, SHELL-46: with checking switched off everything shows', async () => {
    stubApi([
      [findAllModule, modules('0')],
      [findByFwbh, codes()],
    ]);
    await loadModules();
    render(at('/jwxt/gly/scoreManage/replay', <Gate names="readModel:query">都可见</Gate>));
    expect(screen.getByText('都可见')).toBeTruthy();
  });

  // PERM-05, HOME-21
  it('the list is kept in session storage under a key of the module id, and asked for once', async () => {
    const { to } = stubApi([[findByFwbh, codes('scoreLog:query')]]);
    const gates = () =>
      at(
        '/jwxt/gly/scoreManage/replay',
        <>
          <Gate names="scoreLog:query">
            <p>甲</p>
          </Gate>
          <Gate names="scoreLog:query">
            <p>乙</p>
          </Gate>
        </>,
      );
    const first = render(gates());
    await screen.findByText('乙');
    expect(JSON.parse(sessionStorage.getItem('qx_09') ?? '')).toEqual(['scoreLog:query']);
    first.unmount();
    render(gates());
    expect(screen.getByText('甲')).toBeTruthy();
    await waitFor(() => {
      expect(to(findByFwbh)).toHaveLength(1);
    });
  });
});
