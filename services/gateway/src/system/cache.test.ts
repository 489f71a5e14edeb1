import { afterAll, beforeAll, expect, it } from 'vitest';
import { campus } from '@jwxt/contracts/base-info/place.resource.ts';
import { clearCaches, queryCaches, warmCaches, type CacheView } from '@jwxt/contracts/system/cache.operations.ts';
import { cacheNames, type CacheName } from '@jwxt/contracts/system/cache.vocabulary.ts';
import { queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

// SYSADMIN-27: caches of all processes are shown with what they really had, cleared and filled.

let school: School;
let beside: Awaited<ReturnType<School['another']>>;
let admin: Browser;
let there: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  beside = await school.another();
  admin = await school.browser('admin');
  there = beside.browser();
  await there.login('admin');
});
afterAll(async () => {
  await beside.close();
  await school.stop();
});

const { query: campuses } = campus.operations;
const cacheOf = async (browser: Browser, name: CacheName): Promise<CacheView> => {
  const { list } = await browser.get(queryCaches, { cacheName: name });
  return list.find(({ cacheName }) => cacheName === name)!;
};
const order = (operation: typeof clearCaches, cacheName?: CacheName) =>
  admin.get(operation, { commandId: crypto.randomUUID(), ...(cacheName ? { cacheName } : {}) });

it('every cache is told with what it has had of what was looked up', async () => {
  const { list, gateway } = await admin.get(queryCaches, {});
  expect(gateway).not.toBe('');
  expect(list.map(({ cacheName }) => cacheName)).toEqual(cacheNames);
  expect(list.filter(({ size }) => size === null)).toEqual([]);
  expect((await admin.get(queryCaches, { cacheName: '权限' })).list.map(({ cacheName }) => cacheName)).toEqual([
    'rights',
  ]);
  const before = await cacheOf(admin, 'rights');
  for (let call = 0; call < 5; call += 1) await admin.get(campuses, {});
  const after = await cacheOf(admin, 'rights');
  // Five calls, and the one that asked.
  expect([after.hits - before.hits, after.misses - before.misses]).toEqual([6, 0]);
  expect(after.hitRate).toBe(Math.round((1000 * after.hits) / (after.hits + after.misses)) / 10);
});

it('one that is cleared or filled is so in every gateway', async () => {
  for (const userName of ['office1', 'teacher1', 'dean1']) {
    const browser = beside.browser();
    await browser.login(userName);
    await browser.call(campuses, {});
  }
  expect((await cacheOf(there, 'rights')).size).toBeGreaterThanOrEqual(4);
  const misses = (await cacheOf(there, 'rights')).misses;
  expect(await order(clearCaches, 'rights')).toEqual({ caches: 1 });
  // Only who asks there is read again.
  await expect.poll(async () => (await cacheOf(there, 'rights')).size).toBe(1);
  expect((await cacheOf(there, 'session')).size).toBeGreaterThan(0);
  await order(warmCaches, 'rights');
  await expect.poll(async () => (await cacheOf(there, 'rights')).size).toBeGreaterThanOrEqual(4);
  expect((await cacheOf(there, 'rights')).misses).toBe(misses + 1);
});

it('those of the commands service too; all at once; the operation log says who', async () => {
  const office = await school.browser('office1');
  // Who sends a command needs a right, which is kept.
  await order(warmCaches);
  await expect.poll(async () => (await cacheOf(admin, 'reference')).size).toBeGreaterThan(0);
  expect(await order(clearCaches)).toEqual({ caches: cacheNames.length });
  await expect.poll(async () => (await cacheOf(admin, 'reference')).size).toBe(0);
  const { rows } = await admin.get(queryOperationLog, { pageNo: 1, pageSize: 50, resource: 'cacheManagement' });
  const cleared = rows.filter(({ operationName }) => operationName === '清空');
  expect(new Set(cleared.map(({ key }) => key))).toEqual(new Set(cacheNames));
  expect(rows.find(({ operationName }) => operationName === '预热')).toMatchObject({
    resourceName: '缓存',
    userName: 'admin',
  });
  expect((await office.call(queryCaches, {})).code).toBe('FORBIDDEN');
});

it('a commands service that does not answer leaves its figures out', async () => {
  await school.stopService('commands');
  expect(await cacheOf(admin, 'reference')).toMatchObject({ size: null, hitRate: null, serviceName: '命令服务' });
  expect((await cacheOf(admin, 'rights')).size).toBeGreaterThan(0);
});
