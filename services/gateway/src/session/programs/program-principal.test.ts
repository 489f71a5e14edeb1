import { describe, expect, it } from 'vitest';
import { isAllowedFrom } from '../../kernel/api-token-store.ts';
import { ROOT_FUNCTION } from '@jwxt/contracts/kernel/function-tree.ts';
import type { Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import { scopeOf as scopeOfRole, type Principal } from '../../kernel/principal.ts';
import { programPrincipal } from './program-principal.ts';

const creator = (scope: Partial<Record<Dimension, string>>): Principal => ({
  userName: 'office1',
  name: '钱办公',
  kind: 'teacher',
  gh: 'T05',
  studentCode: null,
  departmentId: '10',
  departmentName: '教务处',
  ownUnits: ['10', '101'],
  ledClasses: [],
  ownMajors: [],
  ownGrades: [],
  lent: [],
  roles: [
    {
      code: '02',
      name: '教务处管理员',
      permissions: new Set(['publishedScore:query', 'teacher:query']),
      scopes: new Map([
        [ROOT_FUNCTION, new Map(Object.entries(scope) as [Dimension, string][])],
        ['teacher:query', new Map([['DW', '*']])],
      ]),
    },
    { code: '06', name: '任课教师', permissions: new Set(['scoreEntry:save']), scopes: new Map() },
  ],
});
const grant = { userName: 'program:12345678', name: '人事系统', permissions: ['publishedScore:query'], units: null };
const scopeOf = (scope: Partial<Record<Dimension, string>>, units: readonly string[] | null) =>
  scopeOfRole(programPrincipal(creator(scope), { ...grant, units }).roles[0]!, 'publishedScore:query').get('DW');

describe('what a program may do', () => {
  it('is what its token lists of what its creator holds; it is nobody who teaches or studies', () => {
    const program = programPrincipal(creator({}), {
      ...grant,
      permissions: ['publishedScore:query', 'readModel:rebuild'],
    });
    expect(program.roles.map(({ permissions }) => [...permissions])).toEqual([['publishedScore:query']]);
    expect(program).toMatchObject({ userName: 'program:12345678', name: '人事系统', gh: null, studentCode: null });
  });

  it.each([
    ['as wide as the creator without units', { DW: '$DW' }, null, '$DW'],
    ['the units, where the creator sees all', { DW: '*' }, ['101'], '101'],
    ['the units, where nothing restricts the creator', {}, ['101', '102'], '101,102'],
    ['both together', { DW: '$DW' }, ['101', '102'], '101'],
    ['nothing, where they do not meet', { DW: '102' }, ['101'], ''],
    ['the own rows, which a program has none of', { DW: '$SELF' }, ['101'], '$SELF'],
  ] as const)('sees %s', (_title, scope, units, expected) => {
    expect(scopeOf(scope, units)).toBe(expected);
  });

  it('is narrowed where a function has a scope of its own, and where nothing was saved', () => {
    const program = programPrincipal(creator({}), { ...grant, permissions: ['teacher:query'], units: ['101'] });
    expect(scopeOfRole(program.roles[0]!, 'teacher:query').get('DW')).toBe('101');
    const free: Principal = { ...creator({}), roles: [{ ...creator({}).roles[1]! }] };
    const entering = programPrincipal(free, { ...grant, permissions: ['scoreEntry:save'], units: ['101'] });
    expect(scopeOfRole(entering.roles[0]!, 'scoreEntry:save').get('DW')).toBe('101');
  });

  it.each([
    [[], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.0.0/16'], '10.1.200.4', true],
    [['10.1.0.0/16'], '::ffff:10.1.200.4', true],
    [['10.1.0.0/16', '2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '10.1.2.3', false],
    [['10.1.2.3'], null, false],
  ] as const)('from %j at %s: %s', (addresses, from, allowed) => {
    expect(isAllowedFrom(addresses, from)).toBe(allowed);
  });
});
