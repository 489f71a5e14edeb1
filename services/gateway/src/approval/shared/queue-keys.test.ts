import { describe, expect, it } from 'vitest';
import type { Principal } from '../../kernel/principal.ts';
import { queueKeysOf } from './queue-keys.ts';

const nodes = [
  { processNo: 'P', processNodeId: 'P-1', roleCode: '04', scopeRule: 'KKDW' },
  { processNo: 'P', processNodeId: 'P-2', roleCode: '05', scopeRule: 'XX' },
  { processNo: 'P', processNodeId: 'P-3', roleCode: '05', scopeRule: 'XSDW' },
];
const units = ['1', '2', '21'];

function keys(code: string, scope: string | null, permission = 'system:approve'): string[] {
  const grant = {
    code,
    name: '',
    permissions: new Set([permission]),
    scopes: new Map(scope === null ? [] : [['*', new Map([['DW' as const, scope]])]]),
  };
  const principal: Principal = {
    userName: 'u',
    name: '',
    kind: 'teacher',
    gh: null,
    studentCode: null,
    departmentId: '2',
    departmentName: null,
    ownUnits: ['2', '21'],
    ledClasses: [],
    ownMajors: [],
    ownGrades: [],
    lent: [],
    roles: [grant],
  };
  return queueKeysOf(principal, nodes, units);
}

describe('the queues of a person', () => {
  it.each([
    ["a unit's role decides for its own units", '04', '$DW', ['P-1|04|2', 'P-1|04|21', 'P-1|@|u']],
    ['for the own unit alone', '04', '$DWB', ['P-1|04|2', 'P-1|@|u']],
    ['for named units', '04', '1,2', ['P-1|04|1', 'P-1|04|2', 'P-1|@|u']],
    ['without restriction for all units', '04', null, ['P-1|04|1', 'P-1|04|2', 'P-1|04|21', 'P-1|@|u']],
    [
      'for the whole school only without restriction',
      '05',
      '*',
      ['P-2|05|*', 'P-2|@|u', 'P-3|05|1', 'P-3|05|2', 'P-3|05|21', 'P-3|@|u'],
    ],
    ['a restricted one not', '05', '$DW', ['P-3|05|2', 'P-3|05|21', 'P-3|@|u']],
    ['own rows are no queue', '04', '$SELF', []],
  ])('%s', (_title, code, scope, expected) => {
    expect(keys(code, scope)).toEqual(expected);
  });

  it('there are none without the right to approve', () => {
    expect(keys('04', '$DW', 'systemApprove:query')).toEqual([]);
  });
});
