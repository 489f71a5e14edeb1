import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { readGlossary, readSources } from './sources.ts';
import { checkTones, openTones, orangeIn, orangesOf } from './tone-rules.ts';

it('the table of what is orange is read: file, states, who acts', () => {
  const glossary =
    '### Orange\n| file | orange | who acts |\n| --- | --- | --- |\n| `a/b.tsx` | 草稿、待确认 | the office |';
  expect(orangesOf(glossary)).toEqual([{ file: 'web/src/a/b.tsx', what: ['草稿', '待确认'], who: 'the office' }]);
});

it.each([
  ["const tones = { draft: 'orange', done: 'green' };", 1],
  ['<StatusTag tone="orange">草稿</StatusTag>', 1],
  ['<Alert color="orange" icon={<IconAlertTriangle size={16} />}>请核对</Alert>', 0],
  ["<Button color={late ? 'orange' : 'blue'}>", 0],
  ['/** "orange" */', 0],
])('%s', (source, count) => {
  expect(orangeIn(source)).toBe(count);
});

it('a list of tones in which a state may lack is found', () => {
  expect(openTones("const tones: Readonly<Record<string, Tone>> = { [s.a]: 'grey' };")).toEqual(['tones']);
  expect(openTones("const tones: Record<string, Tone> = { [s.a]: 'grey' } satisfies TonesOf<typeof s>;")).toEqual([]);
});

it('orange is only given where somebody must act, and every state has a tone', async () => {
  expect(checkTones(await readSources(projectRoot, 'web/src'), await readGlossary(projectRoot))).toEqual([]);
});
