import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal, RoleGrant } from './principal.ts';
import { scopeCondition, seesEverything, type ScopedRow } from './scope.ts';
import { sqlParams } from './sql-params.ts';
import { startSchool, type School } from '../testing/school.ts';

const role = (scope: Partial<Record<'NJ' | 'XQ' | 'DW' | 'XZB', string>>, permission = 'menu:query'): RoleGrant => ({
  code: JSON.stringify(scope),
  name: '',
  permissions: new Set([permission]),
  scopes: new Map([['*', new Map(Object.entries(scope))]]) as RoleGrant['scopes'],
});
const person = (roles: readonly RoleGrant[], more: Partial<Principal> = {}): Principal => ({
  userName: 'u',
  name: '',
  kind: 'teacher',
  gh: 'T01',
  studentCode: null,
  departmentId: '101',
  departmentName: null,
  ownUnits: ['101', '1011'],
  ledClasses: ['B101'],
  ownMajors: ['M1'],
  ownGrades: ['2026'],
  roles,
  lent: [],
  ...more,
});

/** Rows to choose from: five units, one without a grade, one without a unit. */
const rows = `(values ('a', '101', '2026', 'B101', 'T01'), ('b', '1011', '2025', 'B2', 'T02'),
    ('c', '102', '2026', 'B3', 'T01'), ('d', '102', null, 'B4', 'T03'), ('e', null, '2026', 'B5', 'T03'))
  as thing (id, unit, grade, class, owner)`;
const scoped: ScopedRow = {
  target: 'unit',
  DW: 'thing.unit',
  NJ: 'thing.grade',
  XZB: 'thing.class',
  own: ({ gh }, params) => `thing.owner = ${params.add(gh)}`,
};

let school: School;
beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.stop());

async function visible(principal: Principal, row: ScopedRow = scoped): Promise<string> {
  const params = sqlParams();
  const { rows: found } = await school.pool.query<{ ids: string | null }>(
    `select string_agg(thing.id, '' order by thing.id) as ids from ${rows}
      where ${scopeCondition(principal, 'menu:query', row, params)}`,
    [...params.values],
  );
  return found[0]?.ids ?? '';
}

describe('data scope', () => {
  it.each([
    ['no restriction', [{}], 'abcde'],
    ['* is no restriction', [{ DW: '*' }], 'abcde'],
    ['$DW is the own unit with those below', [{ DW: '$DW' }], 'ab'],
    ['$DWB is the own unit alone', [{ DW: '$DWB' }], 'a'],
    ['$SELF is what the person owns', [{ DW: '$SELF' }], 'ac'],
    ['$BJ is the classes led', [{ XZB: '$BJ' }], 'a'],
    ['codes are a list', [{ DW: '102, 1011' }], 'bcd'],
    ['dimensions AND; a row without a value is hidden', [{ DW: '102', NJ: '2026' }], 'c'],
    ['roles OR', [{ DW: '$DWB' }, { DW: '$SELF', NJ: '*' }], 'ac'],
    ['one open role is enough', [{ DW: '$DW' }, {}], 'abcde'],
    ['a dimension that the data does not have does not apply', [{ DW: '$DW', XQ: '9' }], 'ab'],
    ['unknown macros show nothing', [{ DW: '$ALL' }], ''],
  ] as const)('%s', async (_title, scopes, ids) => {
    expect(await visible(person(scopes.map((scope) => role(scope))))).toBe(ids);
  });

  it("a role's scope holds for that role's permissions only", async () => {
    expect(await visible(person([role({ DW: '$DWB' }), role({}, 'another')]))).toBe('a');
    expect(await visible(person([role({}, 'another')]))).toBe('');
  });

  it('own units and rows of nobody are no rows', async () => {
    expect(await visible(person([role({ DW: '$DW' })], { ownUnits: [] }))).toBe('');
    expect(await visible(person([role({ DW: '$SELF' })]), { target: 'unit', DW: 'thing.unit' })).toBe('');
  });

  it('the whole school is seen by a role without restrictions', () => {
    expect(seesEverything(person([role({ DW: '*', NJ: '*' })]), 'menu:query')).toBe(true);
    expect(seesEverything(person([role({ DW: '*', NJ: '2026' })]), 'menu:query')).toBe(false);
    expect(seesEverything(person([role({}, 'another')]), 'menu:query')).toBe(false);
  });

  it('units below are found in the tree, whatever the depth', async () => {
    await school.pool.query(
      `insert into base.department (dwh, ywbm, dwmc, lsdwh, dwlbm) values ('10111', '10111', '教研室', '1011', '1')`,
    );
    const { createPrincipals } = await import('../session/principals.ts');
    const principals = createPrincipals(school.pool, () => new Date());
    expect((await principals.get('dean1'))?.ownUnits).toEqual(['101', '1011', '10111']);
    expect((await principals.get('teacher1b'))?.ownUnits).toEqual(['1011', '10111']);
    expect(await principals.get('nobody-at-all')).toBeNull();
  });
});
