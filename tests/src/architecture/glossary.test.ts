import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { readVocabulary, termsOf, unknownWords } from './glossary.ts';
import { readGlossary } from './sources.ts';

const small = {
  contracts: [
    '// A node is processed, and each process has nodes: words of a comment name nothing.',
    'export function unprocessed(row: { nodeless: string }) {}',
    'export type ClassSchedule = { readonly examNature: string };',
    "export const urgeApproval = { id: 'approval.urge', path: '/approval/urge' };",
  ].join('\n'),
  sql: 'create table base.class_info (bjdm text primary key, first_week int not null);\n-- node text',
};

it.each([
  ['classSchedule', []],
  ['schedule', []],
  ['exam', []],
  ['classInfo', []],
  ['week', []],
  ['process', ['process']],
  ['node', ['node']],
  ['nature', []],
  ['natur', ['natur']],
  ['scheduleExam', ['scheduleExam']],
])('%s is a word of code only as a name or a whole part of one', (code, unknown) => {
  expect(unknownWords([{ wire: 'bjdm', code }], small)).toEqual(unknown);
});

it.each([
  ['bjdm', []],
  ['class_info', []],
  ['examNature', []],
  ['urge', []],
  ['exam', ['exam']],
  ['node', ['node']],
  ['BJDM', ['BJDM']],
])('%s is a wire name only as it stands there', (wire, unknown) => {
  expect(unknownWords([{ wire, code: 'urge' }], small)).toEqual(unknown);
});

it('the glossary names what is there: each word of code, each column or wire name', async () => {
  const terms = termsOf(await readGlossary(projectRoot));
  expect(terms.length).toBeGreaterThan(40);
  expect(unknownWords(terms, await readVocabulary(projectRoot))).toEqual([]);
});
