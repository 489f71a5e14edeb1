// @vitest-environment jsdom
import { clearCaches, queryCaches, warmCaches, type CacheView } from '@jwxt/contracts/system/cache.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { CachesPage } from './caches.page.tsx';

signedOutAfterwards();

const rights: CacheView = {
  cacheName: 'rights',
  title: '权限',
  holds: '使用者的角色、权限与数据范围，直到变化',
  serviceName: '网关',
  size: 12,
  hits: 990,
  misses: 10,
  hitRate: 99,
  updateTime: '2026-11-26 08:00:00',
  warmable: '1',
};
const reference: CacheView = {
  ...rights,
  cacheName: 'reference',
  title: '业务规则数据',
  serviceName: '命令服务',
  size: null,
  hits: 0,
  misses: 0,
  hitRate: null,
  updateTime: null,
  warmable: '0',
};
const list = [queryCaches, () => ok({ gateway: 'host-1', list: [rights, reference] })] as const;

// SYSADMIN-27.
describe('缓存管理', () => {
  it('shows whose figures these are; clears one or all of them, and fills those that can be', async () => {
    signIn({ permissions: ['cacheManagement:query', 'cacheManagement:clear', 'cacheManagement:warm'] });
    const { to } = stubApi([list, [clearCaches, () => ok({ caches: 1 })], [warmCaches, () => ok({ caches: 1 })]]);
    const { user } = render(<CachesPage />);
    expect((await screen.findByText('99.0%（990/1,000）')).closest('tr')?.textContent).toContain('12');
    expect(screen.getByText('无应答').closest('tr')?.textContent).toContain('命令服务');
    expect(screen.getByText(/数字来自网关 host-1/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '预热 业务规则数据' })).toBeNull();

    const confirmed = async (button: string, word: string) => {
      await user.click(screen.getByRole('button', { name: button }));
      await user.click(within(await screen.findByRole('dialog', { name: '提示' })).getByRole('button', { name: word }));
      await waitFor(() => {
        expect(screen.queryByRole('dialog', { name: '提示' })).toBeNull();
      });
    };
    await confirmed('清空 权限', '清空');
    await waitFor(() => {
      expect(to(clearCaches)[0]?.fields).toMatchObject({ cacheName: 'rights' });
    });
    await confirmed('预热 权限', '预热');
    await waitFor(() => {
      expect(to(warmCaches)[0]?.fields).toMatchObject({ cacheName: 'rights' });
    });
    await confirmed('全部清空', '清空');
    await waitFor(() => {
      expect(to(clearCaches)[1]?.fields['cacheName']).toBeUndefined();
    });
  });

  it('who may only look has no buttons', async () => {
    signIn({ permissions: ['cacheManagement:query'] });
    stubApi([list]);
    render(<CachesPage />);
    await screen.findByText('99.0%（990/1,000）');
    expect(screen.queryByRole('button', { name: /清空|预热/ })).toBeNull();
  });
});
