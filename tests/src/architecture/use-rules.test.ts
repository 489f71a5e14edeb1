import { defineOperation } from '@jwxt/contracts/kernel/operation.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkCallers, checkOutcomes, checkRefusals } from './use-rules.ts';

const declared = (id: string, calledBy?: string) =>
  defineOperation({
    id,
    method: 'GET',
    path: `/${id}`,
    access: { signedIn: 'planted' },
    summary: id,
    input: z.object({}),
    output: z.object({}),
    ...(calledBy === undefined ? {} : { calledBy }),
  });
const plan = declared('plan');
const detail = declared('detail');
const passed = declared('passed');
const outside = declared('outside', 'Programs of the library.');
const modules = [
  { plan, plans: [plan] },
  { callsOf: { retake: { detail } }, exportsOf: { passed } },
  { outside, label: '计划', of: () => plan },
];
const all = 'useOperation(plan, {}); callsOf[kind].detail; exportsOf[tab];';

it.each<[string, string, string[]]>([
  ['calls everything', all, []],
  ['names one in a comment', `// plan\n${all.replace('plan', 'other')}`, ['plan']],
  ['only imports one', `import { plan } from './plan.ts';\n${all.replace('plan', 'other')}`, ['plan']],
  ['only lets what one gave go stale', all.replace('plan', 'plan.id'), ['plan']],
  ['only knows the type of one', all.replace('plan', '{} as OutputOf<typeof plan>'), ['plan']],
  ['names a longer word', all.replace('plan', 'planOf'), ['plan']],
  ['leaves one of a kind', all.replace('.detail', '.other'), ['detail']],
  ['leaves a table of them', all.replace('exportsOf[tab]', ''), ['passed']],
  ['calls what programs are said to call', `${all} call(outside);`, ['outside']],
])('of a page that %s those without a caller are told', (_, page, found) => {
  const told = checkCallers([plan, detail, passed, outside], modules, [page]);
  expect(told.map(({ rule, file }) => [rule, file])).toEqual(found.map((id) => ['operation-called', id]));
});

it('a refusal that nothing gives is told, wherever else its code stands', () => {
  const sources = [
    "export const errors = { GIVEN: {}, '53000010': {}, LEFT: {}, 'ALSO': {} };",
    "if (late) return refuse('GIVEN'); // 'LEFT'",
    "reply('53000010'); const LEFT = 1; refuse('NOT_LEFT');",
  ];
  expect(checkRefusals(['GIVEN', '53000010', 'LEFT', 'ALSO'], sources).map(({ file }) => file)).toEqual([
    'LEFT',
    'ALSO',
  ]);
});

it('words that no operation ends with are told', () => {
  const found = checkOutcomes(
    ['query', 'operate', 'add', 'remove'],
    [{ method: 'GET' }, { method: 'POST' }, { method: 'POST', outcome: 'add' }],
  );
  expect(found.map(({ file }) => file)).toEqual(['remove']);
});
