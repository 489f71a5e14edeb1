import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allAreas as declaring, operations } from '@jwxt/contracts/all-areas.ts';
import type { ContractArea } from '@jwxt/contracts/kernel/area.ts';
import type { AreaName } from '@jwxt/contracts/kernel/area.vocabulary.ts';
import { defineOperation, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { rolePermissions, roles } from '@jwxt/infra/base-data/role.data.ts';
import { allAreas, handlers } from './all-areas.ts';
import { handler, publicHandler, registry } from './kernel/handler.ts';
import { openApiDocument } from './kernel/openapi.ts';
import type { Browser } from './testing/browser.ts';
import { startSchool, type School } from './testing/school.ts';

let school: School;
let nobody: Browser;
beforeAll(async () => {
  school = await startSchool();
  nobody = await school.browser('nobody');
});
afterAll(() => school.stop());

const closed = operations.filter((operation) => permissionOf(operation) !== null);
const named = (list: readonly Operation[]): [string, Operation][] => list.map((operation) => [operation.id, operation]);

describe('every operation', () => {
  it('has exactly one handler', () => {
    expect([...registry(operations, handlers).keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it.each(Object.entries(declaring) as [AreaName, ContractArea][])(
    'of %s is carried out in the area that declares it',
    (name, area) => {
      expect(allAreas[name]?.handlers.map(({ operation }) => operation.id).sort()).toEqual(
        area.operations.map(({ id }) => id).sort(),
      );
    },
  );

  it.each(named(operations.filter(({ access }) => !('public' in access))))(
    'SESSION-21: %s is refused without a session',
    async (_id, operation) => {
      const stranger = await school.browser();
      expect(await stranger.call(operation, {})).toMatchObject({ status: 401, code: '53000010' });
    },
  );

  it.each(named(closed))('%s is refused to a signed-in person without its permission', async (_id, operation) => {
    expect(await nobody.call(operation, {})).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: expect.stringMatching(/^您没有执行此操作的权限：缺少“.+”权限$/) as string,
    });
  });

  describe('with every permission but its own', () => {
    const codes = [...new Set(closed.map(permissionOf))];
    /** Rights are kept for half a minute, and a session for some ninety. */
    const signedInFor = 100;
    let asked = 0;
    beforeAll(async () => {
      await school.pool.query(`insert into base.role (jsbh, jsmc, jslx) values ('T', '测试', 'casual')`);
      await school.pool.query(`insert into base.role_permission (jsbh, qxbh) select 'T', unnest($1::text[])`, [codes]);
      await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('nobody', 'T')`);
    });
    afterAll(() => school.pool.query(`delete from base.user_role where jsbh = 'T'`));

    it.each(named(closed))('%s is refused', async (_id, operation) => {
      const own = [permissionOf(operation)];
      await school.pool.query(`delete from base.role_permission where jsbh = 'T' and qxbh = any($1)`, [own]);
      school.advanceClock(31_000);
      if (asked++ % signedInFor === 0) await nobody.login('nobody');
      expect(await nobody.call(operation, {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      await school.pool.query(`insert into base.role_permission (jsbh, qxbh) select 'T', unnest($1::text[])`, [own]);
    });
  });

  it.each(roles)(
    'PERM-10: $jsmc is refused what the role does not hold, and nothing that it does',
    async ({ jsbh }) => {
      await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('nobody', $1)`, [jsbh]);
      school.advanceClock(31_000);
      await nobody.login('nobody');
      const held = new Set<string>(rolePermissions.filter((row) => row.jsbh === jsbh).map(({ qxbh }) => qxbh));
      const wrong: string[] = [];
      for (const operation of closed) {
        const holds = held.has(permissionOf(operation)!);
        // Files take their time to be made, and are made by their own people in foreign-things.test.ts.
        if (holds && operation.answer === 'file') continue;
        const { code } = await nobody.call(operation, {});
        if ((code === 'FORBIDDEN') === holds) wrong.push(`${operation.id}: ${code}`);
      }
      expect(wrong).toEqual([]);
      await school.pool.query(`delete from base.user_role where user_name = 'nobody'`);
    },
  );
});

describe('the registry', () => {
  const some = defineOperation({
    id: 'a.b',
    method: 'GET',
    path: '/a',
    access: { permission: 'menu:query' },
    scope: { none: '试' },
    summary: '',
    input: z.object({}),
    output: z.object({}),
  });
  const open = defineOperation({ ...some, id: 'a.c', access: { public: '试' } });
  const run = () => Promise.resolve({});

  it('refuses to start when something is missing, double, undeclared or opened by mistake', () => {
    expect(() => registry([some], [])).toThrow('without a handler: a.b');
    expect(() => registry([some], [handler(some, run), handler(some, run)])).toThrow('two handlers');
    expect(() => registry([], [handler(some, run)])).toThrow('undeclared');
    expect(() => registry([some], [publicHandler(some, run)])).toThrow('audience');
    expect(() => registry([open], [handler(open, run)])).toThrow('audience');
  });
});

describe('the published description', () => {
  it('is the committed one', async () => {
    await expect(`${JSON.stringify(openApiDocument(operations), null, 2)}\n`).toMatchFileSnapshot(
      './openapi.snapshot.json',
    );
  });

  it('is served as JSON and as a page, without a session', async () => {
    const json = await school.app.inject('/api/openapi.json');
    expect(json.json<{ openapi: string; paths: object }>()).toMatchObject({ openapi: '3.1.0' });
    expect(Object.keys(json.json<{ paths: object }>().paths)).toHaveLength(
      new Set(operations.map(({ path }) => path)).size,
    );
    const page = await school.app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('swagger-ui');
  });

  it('names for every operation its permission', () => {
    const { paths } = openApiDocument(operations) as {
      paths: Record<string, Record<string, { 'x-permission'?: string }>>;
    };
    for (const operation of operations) {
      expect(
        paths[`/api${operation.path}`]?.[operation.method.toLowerCase()]?.['x-permission'] ?? null,
        operation.id,
      ).toBe(permissionOf(operation));
    }
  });
});
