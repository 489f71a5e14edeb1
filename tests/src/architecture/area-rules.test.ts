import { describe, expect, it } from 'vitest';
import { checkAreas } from './area-rules.ts';

const area = (name: string) => `export const ${name}Area = {};\n`;
const list = (...names: string[]) =>
  [
    ...names.map((name) => `import { ${name}Area } from './${name}/${name}.area.ts';`),
    'export const allAreas = {',
    ...names.map((name) => `  ${name}: ${name}Area,`),
    '};',
  ].join('\n');
const sound: Readonly<Record<string, string>> = {
  'contracts/src/all-areas.ts': list('score', 'approval'),
  'contracts/src/all-errors.ts': "import { scoreErrors } from './score/score-error.vocabulary.ts';\n",
  'contracts/src/kernel/stream.ts': '',
  'contracts/src/score/score.area.ts': area('score'),
  'contracts/src/score/score-error.vocabulary.ts': '',
  'contracts/src/approval/approval.area.ts': area('approval'),
  'web/src/app/all-areas.ts': list('score').replace("'./score/", "'../areas/score/"),
  'web/src/areas/score/score.area.ts': area('score'),
  'web/src/areas/score/sheet/sheet.page.tsx': '',
};
const broken = (changes: Readonly<Record<string, string>>, without: readonly string[] = []) => {
  const files = new Map(Object.entries({ ...sound, ...changes }));
  for (const path of without) files.delete(path);
  return checkAreas(files).map(({ rule, file }) => [rule, file]);
};

describe('areas', () => {
  it('of one name in every part, each with its list, pass', () => {
    expect(broken({})).toEqual([]);
  });

  it('a folder that is no area is found', () => {
    expect(
      broken({
        'services/gateway/src/marks/marks.area.ts': area('marks'),
        'services/gateway/src/all-areas.ts': list('marks'),
      }),
    ).toEqual([['area-name', 'services/gateway/src/marks']]);
  });

  it('an area without its list is found, even when it has files in rooms only', () => {
    expect(broken({ 'web/src/areas/notice/reader/reader.page.tsx': '' })).toEqual([
      ['area-file', 'web/src/areas/notice'],
    ]);
  });

  it('a list without its line is found, and one under the name of another area', () => {
    expect(broken({ 'contracts/src/all-areas.ts': list('score') })).toEqual([
      ['area-listed', 'contracts/src/approval/approval.area.ts'],
    ]);
    expect(
      broken({
        'contracts/src/all-areas.ts': list('score', 'approval').replace('score: scoreArea', 'score: approvalArea'),
      }),
    ).toEqual([['area-listed', 'contracts/src/score/score.area.ts']]);
  });

  it('a line whose folder is gone is found', () => {
    expect(broken({}, ['contracts/src/approval/approval.area.ts'])).toEqual([
      ['area-listed', 'contracts/src/all-areas.ts'],
    ]);
  });

  it('refusals that nobody lists are found', () => {
    expect(broken({ 'contracts/src/approval/approval-error.vocabulary.ts': '' })).toEqual([
      ['errors-listed', 'contracts/src/approval/approval-error.vocabulary.ts'],
    ]);
  });

  it('a full folder is found; its rooms and its tests do not fill it', () => {
    const files = (folder: string, count: number, end: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`web/src/areas/score/${folder}a${index}${end}`, '']),
      );
    expect(broken({ ...files('', 39, '.ts'), ...files('', 9, '.test.ts'), ...files('sheet/', 9, '.ts') })).toEqual([]);
    expect(broken(files('', 40, '.ts'))).toEqual([['area-rooms', 'web/src/areas/score']]);
  });
});
