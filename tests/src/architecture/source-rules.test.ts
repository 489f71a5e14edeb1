import { describe, expect, it } from 'vitest';
import { checkSources } from './source-check.ts';
import { checkSource } from './source-rules.ts';
import { plantTree } from './planted-tree.ts';

const fine = '/** A thing. */\nexport const thing = 1;\n';
/** In pieces, so that the check of this file does not find what it plants. */
const undone = `// ${'TO'}DO: later\n`;
const skipped = `it.${'skip'}('works', () => {});\n`;

/** A call that starts something; what is called and with what come apart, for the same reason. */
const start = (call: string, args: string): string =>
  `import { ${/\w+(?=\)?$)/.exec(call)![0]} } from 'node:child_process';\n${call}(${args});\n`;
const office = `'/${'usr'}/bin/soffice'`;
const plantedPrograms = (
  [
    ['services/gateway/src/score/a.test.ts', `describe.${'run'}If(there)('x', () => {});\n`],
    ['web/src/ui/a.test.tsx', `it.${'skip'}If(!there)('x', () => {});\n`],
    ['contracts/src/score/a.test.ts', `it('x', (ctx) => ctx.${'skip'}());\n`],
    ['infra/src/testing/a.ts', `const there = existsSync(${office});\n`],
    ['tests/src/faults/a.ts', `const path = 'command ${'-v'} soffice';\n`],
    ['tests/src/faults/a.ts', start('spawn', "'prlimit', []")],
    ['tests/src/faults/a.ts', start('await promisify(execFile)', "'bash', [script]")],
    ['tests/src/faults/a.ts', start('execFileSync', 'office ?? name, []')],
    ['tests/src/faults/a.ts', `const run = ${'promisify'}(execFile);\n`],
    ['tests/src/faults/a.ts', `import { spawn ${'as'} start } from 'node:child_process';\n`],
    ['services/commands/src/score/a.fixture.ts', start('execSync', "'soffice --version'")],
    ['infra/eventstore/src/a.test.ts', `const linux = process.${'platform'} === 'linux';\n`],
  ] as const
).map(([path, text]): [rule: string, path: string, text: string] => ['programs-through-helper', path, text]);
const openNode = `${fine}await startNode({ port: 0, dataDir, ${'access'}: 'anybody' });\n`;

const planted: [rule: string, path: string, text: string][] = [
  ['kebab-case', 'contracts/src/score/scoreSheet.ts', fine],
  ['kebab-case', 'web/src/areas/score/SheetGrid.tsx', fine],
  ['no-vague-name', 'web/src/lib/utils.ts', fine],
  ['no-vague-name', 'contracts/src/score/index.ts', fine],
  ['no-vague-name', 'services/gateway/src/helpers/date.ts', fine],
  ['known-suffix', 'services/commands/src/score/sheet.service.ts', fine],
  ['suffix-place', 'services/gateway/src/score/sheet.decider.ts', fine],
  ['suffix-place', 'services/commands/src/score/sheet.events.ts', fine],
  ['short-file', 'contracts/src/score/sheet.ts', fine.repeat(301)],
  ['spelled-alias', 'services/gateway/src/score/a.read.ts', `${fine}const sql = 'select 1 from base.course ${'k'}';\n`],
  [
    'spelled-alias',
    'services/gateway/src/score/b.read.ts',
    `${fine}const sql = \`join \${sheetTable} as s on true\`;\n`,
  ],
  ['school-day', 'services/gateway/src/score/a.read.ts', `${fine}const sql = 'select current_date';\n`],
  ['narrow-line', 'contracts/src/score/sheet.ts', `/** ${'宽'.repeat(60)} */\n${fine}`],
  ['no-barrel', 'contracts/src/score/all.ts', "export * from './a.ts';\n"],
  [
    'no-barrel',
    'contracts/src/score/all.ts',
    "/** All. */\nexport { a } from './a.ts';\nexport type { B } from './b.ts';\n",
  ],
  ['nothing-undone', 'contracts/src/score/sheet.ts', `${undone}${fine}`],
  ['no-test-left-out', 'contracts/src/score/sheet.test.ts', skipped],
  [
    'patient-read',
    'tests/src/journeys/a.journey.test.ts',
    "expect(\n  await page.getByRole('row').innerText(),\n).toContain('a');\n",
  ],
  [
    'patient-wait',
    'contracts/src/score/sheet.test.ts',
    `await expect.${'poll'}(there, { timeout: 3_000 }).toBe(true);\n`,
  ],
  ['patient-wait', 'tests/src/faults/load.ts', `await vi.${'waitFor'}(there, { timeout: 500, interval: 5 });\n`],
  ['no-open-node', 'infra/src/engines/local-event-node.ts', openNode],
  ['no-open-node', 'services/commands/src/app.test.ts', openNode],
  ['documented-export', 'contracts/src/score/sheet.ts', 'export interface Row { a: 1 }\n'],
  ['documented-export', 'contracts/src/score/sheet.ts', 'export function createRow(): void {}\nexport const a = 1;\n'],
  ['documented-export', 'contracts/src/score/sheet.ts', `${fine}\nexport function other(): void {}\n`],
  ['named-code', 'services/commands/src/score/sheet.ts', `${fine}if (state.status === '3') throw thing;\n`],
  ['named-code', 'web/src/areas/score/row.tsx', `${fine}const open = '0' !==\n  status;\n`],
  ['named-code', 'web/src/areas/score/row.tsx', `${fine}const open = status !==\n  '0';\n`],
  ['named-code', 'contracts/src/score/sheet.ts', `${fine}switch (status) {\n  case '00':\n}\n`],
  ['named-code', 'services/gateway/src/score/sheet.ts', `${fine}const open = ['0', '1'].includes(status);\n`],
  [
    'decide-from-events',
    'services/commands/src/score/sheet.ts',
    `${fine}const sql = 'select * from rm_score_sheet.sheet';\n`,
  ],
  [
    'decide-from-events',
    'services/commands/src/score/sheet.ts',
    `${fine}const sheets = readModelTable(scoreSheetModel, 'sheet');\n`,
  ],
  ...plantedPrograms,
  [
    'projections-only-read',
    'services/projections/src/score/sheet.projection.ts',
    `${fine}await eventLog.append('x', [], {});\n`,
  ],
  ['plain-http', 'web/src/areas/notice/notice.dialog.tsx', `${fine}const id = crypto.randomUUID();\n`],
  ['plain-http', 'web/src/areas/notice/notice.dialog.tsx', `${fine}const { randomUUID } = window.crypto;\n`],
  ['plain-http', 'contracts/src/kernel/digest.ts', `${fine}await crypto.subtle.digest('SHA-256', bytes);\n`],
  ['plain-http', 'web/src/areas/audit/raw.dialog.tsx', `${fine}await navigator.clipboard.writeText('x');\n`],
  ['plain-http', 'web/src/areas/audit/raw.dialog.tsx', `${fine}import { Button, CopyButton } from '@mantine/core';\n`],
  ['plain-http', 'web/src/lib/leader.ts', `${fine}await navigator.locks.request('x', hold);\n`],
  ['plain-http', 'web/src/lib/keep.ts', `${fine}await navigator.storage.persist();\n`],
  ['plain-http', 'web/src/lib/keep.ts', `${fine}const handle = await showSaveFilePicker();\n`],
];

describe('the rules for source files', () => {
  it.each(planted)('%s finds %s', (rule, path, text) => {
    expect(checkSource(path, text).map((violation) => violation.rule)).toEqual([rule]);
  });

  it.each([
    [
      'contracts/src/score/score-sheet.events.ts',
      `${fine}\n/** Schema. */\nexport const rowSchema = 1;\nexport type Row = typeof rowSchema;\n\n/** One. ` +
        '*/\nexport function a(): void;\nexport function a(): void {}\n',
    ],
    ['infra/src/engines/node.ts', '/** The node. */\nexport class Node {}\n\nexport interface NodeOptions { a: 1 }\n'],
    [
      'services/projections/src/kernel/notice.ts',
      'const a = 1;\n/** Words. */\nexport interface Notice { a: 1 }\n\nexport function createNotice(): void {}\n',
    ],
    [
      'infra/src/engines/frame.ts',
      "/** Frames on disk. */\nimport { a } from './a.ts';\n\nexport interface Frame { a: typeof a }\n",
    ],
    ['infra/eventstore/src/testing/test-node.ts', openNode],
    ['infra/src/testing/engines.ts', 'export function start(): void {}\n'],
    ['services/commands/src/score/score-sheet.decider.test.ts', 'it("x", () => {});\n'],
    ['infra/src/demo/university.data.ts', fine.repeat(300)],
    [
      'infra/src/runtime/logger.ts',
      "import { pino } from 'pino';\nexport type { Logger } from 'pino';\n/** Makes one. */\nexport const make = " +
        'pino;\n',
    ],
    ['services/gateway/src/score/sheet.ts', `${fine}const open = status === sheetStatus.entering || text === 'x1';\n`],
    ['services/gateway/src/testing/school.ts', `${fine}const office = kind === '1';\n`],
    ['web/src/lib/copy-text.ts', `${fine}const clipboard = navigator.clipboard;\n`],
    ['services/gateway/src/session/id.ts', `${fine}const id = crypto.randomUUID();\n`],
    ['web/src/ui/page.module.css', '.page { color: red }\n'],
    ['tests/src/backup/backup.test.ts', start('await promisify(execFile)', "process.execPath, ['main.ts']")],
    ['infra/eventstore/src/testing/a.ts', start('spawn', "shell().path, ['-c', command]")],
    ['infra/src/engines/account.ts', `/** Product. */\n${start('execFileSync', "'id', ['-u']")}`],
  ])('let %s pass', (path, text) => {
    expect(checkSource(path, text)).toEqual([]);
  });

  it('are applied to every file of every part', async () => {
    const tree = await plantTree({
      'contracts/src/score/utils.ts': fine,
      'infra/src/engines/utils.ts': fine,
      'services/commands/src/score/utils.ts': fine,
      'web/src/lib/utils.ts': fine,
      'tests/src/faults/utils.ts': fine,
      'web/node_modules/x/utils.ts': fine,
    });
    try {
      const vague = (await checkSources(tree.root)).filter(({ rule }) => rule === 'no-vague-name');
      expect(vague.map((violation) => violation.file).toSorted()).toEqual([
        'contracts/src/score/utils.ts',
        'infra/src/engines/utils.ts',
        'services/commands/src/score/utils.ts',
        'tests/src/faults/utils.ts',
        'web/src/lib/utils.ts',
      ]);
    } finally {
      await tree.remove();
    }
  });
});
