import { describe, expect, it } from 'vitest';
import { checkImports } from './import-check.ts';
import { importRules } from './import-rules.ts';
import { plantTree } from './planted-tree.ts';

const thing = 'export const thing = 1;\n';
const uses = (path: string): string => `import { thing } from '${path}';\nexport const used = thing;\n`;
const usesType = (path: string): string => `import type { Thing } from '${path}';\nexport type Used = Thing;\n`;
const typeThing = 'export interface Thing { a: number }\n';

/** For each rule, trees that break it and nothing else. */
const planted: [rule: string, files: Record<string, string>][] = [
  ['no-cycles', { 'contracts/src/a/a.ts': uses('./b.ts'), 'contracts/src/a/b.ts': `${uses('./a.ts')}${thing}` }],
  ['resolvable', { 'contracts/src/a/a.ts': uses('./missing.ts') }],
  [
    'contracts-imports',
    { 'contracts/src/a/a.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n" },
  ],
  ['contracts-imports', { 'contracts/src/a/a.ts': "import { z } from 'react';\nexport const used = z;\n" }],
  ['contracts-imports', { 'contracts/src/a/a.ts': uses('@jwxt/infra/runtime/x.ts'), 'infra/src/runtime/x.ts': thing }],
  [
    'contracts-imports',
    { 'contracts/src/a/a.ts': usesType('@jwxt/infra/runtime/x.ts'), 'infra/src/runtime/x.ts': typeThing },
  ],
  [
    'commands-imports',
    { 'services/commands/src/main.ts': uses('@jwxt/infra/engines/x.ts'), 'infra/src/engines/x.ts': thing },
  ],
  [
    'projections-imports',
    { 'services/projections/src/main.ts': uses('@jwxt/commands/x.ts'), 'services/commands/src/x.ts': thing },
  ],
  ['gateway-imports', { 'services/gateway/src/main.ts': uses('@jwxt/web/lib/x.ts'), 'web/src/lib/x.ts': thing }],
  [
    'gateway-test-imports',
    { 'services/gateway/src/x.test.ts': uses('@jwxt/commands/x.ts'), 'services/commands/src/x.ts': thing },
  ],
  [
    'commands-test-imports',
    { 'services/commands/src/x.test.ts': uses('../../../tests/src/x.ts'), 'tests/src/x.ts': thing },
  ],
  [
    'projections-test-imports',
    { 'services/projections/src/x.test.ts': uses('@jwxt/gateway/x.ts'), 'services/gateway/src/x.ts': thing },
  ],
  ['web-imports', { 'web/src/lib/a.ts': uses('@jwxt/infra/runtime/x.ts'), 'infra/src/runtime/x.ts': thing }],
  ['web-no-node', { 'web/src/lib/a.ts': "import { join } from 'node:path';\nexport const used = join;\n" }],
  ['web-areas', { 'web/src/areas/score/a.tsx': uses('../approval/b.ts'), 'web/src/areas/approval/b.ts': thing }],
  ['web-areas', { 'web/src/areas/score/a.tsx': uses('../../app/b.ts'), 'web/src/app/b.ts': thing }],
  ['web-resource', { 'web/src/resource/a.ts': uses('../areas/x/b.ts'), 'web/src/areas/x/b.ts': thing }],
  ['web-pickers', { 'web/src/pickers/a.ts': uses('../resource/b.ts'), 'web/src/resource/b.ts': thing }],
  ['web-ui', { 'web/src/ui/a.ts': uses('../pickers/b.ts'), 'web/src/pickers/b.ts': thing }],
  ['web-lib', { 'web/src/lib/a.ts': uses('../ui/b.ts'), 'web/src/ui/b.ts': thing }],
  ['web-ui-words', { 'web/src/ui/a.ts': uses('@jwxt/contracts/score/x.ts'), 'contracts/src/score/x.ts': thing }],
  [
    'service-areas',
    { 'services/commands/src/score/a.ts': uses('../approval/b.ts'), 'services/commands/src/approval/b.ts': thing },
  ],
  [
    'service-kernel',
    { 'services/commands/src/kernel/a.ts': uses('../approval/b.ts'), 'services/commands/src/approval/b.ts': thing },
  ],
  ['contracts-kernel', { 'contracts/src/kernel/a.ts': uses('../score/b.ts'), 'contracts/src/score/b.ts': thing }],
  ['contracts-kernel', { 'contracts/src/kernel/a.ts': uses('../all-areas.ts'), 'contracts/src/all-areas.ts': thing }],
  [
    'given-to-all',
    {
      'services/gateway/src/kernel/services.ts': usesType('../approval/b.ts'),
      'services/gateway/src/approval/b.ts': typeThing,
    },
  ],
  [
    'service-kernel',
    {
      'services/gateway/src/kernel/a.ts': usesType('../approval/shared/b.ts'),
      'services/gateway/src/approval/shared/b.ts': typeThing,
    },
  ],
  [
    'kernel-words',
    {
      'services/gateway/src/kernel/a.ts': usesType('@jwxt/contracts/score/x.ts'),
      'contracts/src/score/x.ts': typeThing,
    },
  ],
  ['infra-imports', { 'infra/src/demo/a.ts': uses('@jwxt/commands/x.ts'), 'services/commands/src/x.ts': thing }],
  ['infra-runtime', { 'infra/src/runtime/a.ts': uses('../engines/b.ts'), 'infra/src/engines/b.ts': thing }],
  [
    'eventstore-alone',
    { 'infra/eventstore/src/a.ts': uses('@jwxt/contracts/score/x.ts'), 'contracts/src/score/x.ts': thing },
  ],
  ['one-document-port', { 'services/gateway/src/a.ts': "import Pdf from 'pdfkit';\nexport const used = Pdf;\n" }],
  [
    'parsers-in-threads',
    {
      'services/gateway/src/main.ts': uses('./score/a.ts'),
      'services/gateway/src/score/a.ts': uses('../kernel/workbook.ts'),
      'services/gateway/src/kernel/workbook.ts': `import Pdf from 'pdfkit';\nexport const used = Pdf;\n${thing}`,
    },
  ],
  [
    'parsers-in-threads',
    {
      'services/gateway/src/main.ts': uses('./kernel/workbook-archive.ts'),
      'services/gateway/src/kernel/workbook-archive.ts': thing,
    },
  ],
  [
    'bounded-looks',
    { 'services/gateway/src/score/a.ts': "import { z } from 'fast-xml-parser';\nexport const used = z;\n" },
  ],
  [
    'one-store-client',
    { 'services/gateway/src/a.ts': "import { z } from '@eventstore/db-client';\nexport const used = z;\n" },
  ],
  ['no-test-in-product', { 'contracts/src/a/a.ts': uses('./b.test.ts'), 'contracts/src/a/b.test.ts': thing }],
  ['no-test-in-product', { 'infra/src/runtime/a.ts': uses('../testing/b.ts'), 'infra/src/testing/b.ts': thing }],
  ['used-file', { 'services/gateway/src/main.ts': thing, 'services/gateway/src/score/dead.ts': thing }],
  [
    'used-file',
    { 'services/gateway/src/score/dead.ts': thing, 'services/gateway/src/score/dead.test.ts': uses('./dead.ts') },
  ],
  [
    'met-in-product',
    {
      'web/src/app/main.tsx': "import { used } from '../areas/app-build/page.tsx';\nexport const a = used;\n",
      'web/src/areas/app-build/page.tsx': uses('../../ui/widget.tsx'),
      'web/src/ui/widget.tsx': thing,
    },
  ],
];

describe('the import rules', () => {
  it.each(planted)('%s finds what is planted: %o', async (rule, files) => {
    const tree = await plantTree(files);
    try {
      const found = await checkImports(tree.root, []);
      expect(found.map((violation) => violation.rule)).toContain(rule);
    } finally {
      await tree.remove();
    }
  });

  it('each have a planted violation', () => {
    const rules = [...importRules.map((rule) => rule.name ?? ''), 'used-file', 'met-in-product'];
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules));
  });

  it('let pass what the architecture allows', async () => {
    const tree = await plantTree({
      'contracts/src/score/x.ts': "import { z } from 'zod';\nexport const thing = z;\n",
      'infra/src/supervisor/main.ts': "import { used } from '../engines/e.ts';\nexport const a = used;\n",
      'services/commands/src/main.ts': "import { used } from './score/s.ts';\nexport const a = used;\n",
      'infra/src/runtime/x.ts': uses('@jwxt/contracts/score/x.ts'),
      'services/commands/src/kernel/k.ts': uses('@jwxt/infra/runtime/x.ts')
        .replaceAll('thing', 'used')
        .replace('const used', 'const thing'),
      'services/commands/src/score/s.ts': uses('../approval/shared/d.ts'),
      'services/commands/src/approval/shared/d.ts': uses('../../kernel/k.ts')
        .replaceAll('thing', 'used')
        .replace('const used', 'const thing')
        .replace('import { used }', 'import { thing as used }'),
      'services/commands/src/score/s.test.ts':
        "import { used } from '@jwxt/infra/testing/t.ts';\nexport const a = used;\n",
      'infra/src/testing/t.ts': uses('../engines/e.ts'),
      'infra/src/engines/e.ts': thing,
      'web/src/app/main.tsx': "import { used } from '../areas/score/s.tsx';\nexport const a = used;\n",
      'web/src/areas/score/s.tsx': uses('@jwxt/contracts/score/x.ts'),
    });
    try {
      expect(await checkImports(tree.root, [])).toEqual([]);
    } finally {
      await tree.remove();
    }
  });

  it('let a planned widget stand on the sample page alone, until it has its place', async () => {
    const sample = {
      'web/src/areas/app-build/page.tsx': uses('../../ui/widget.tsx'),
      'web/src/ui/widget.tsx': thing,
    };
    const planned = ['web/src/ui/widget.tsx'];
    const after = async (pages: Record<string, string>): Promise<[string, string][]> => {
      const tree = await plantTree({ ...sample, ...pages });
      try {
        return (await checkImports(tree.root, planned)).map(({ rule, file }) => [rule, file]);
      } finally {
        await tree.remove();
      }
    };
    const main = "import { used } from '../areas/app-build/page.tsx';\nexport const a = used;\n";
    expect(await after({ 'web/src/app/main.tsx': main })).toEqual([]);
    expect(
      await after({
        'web/src/app/main.tsx': `import { thing } from '../ui/widget.tsx';\n${main}export const b = thing;\n`,
      }),
    ).toEqual([['met-in-product', 'web/src/ui/widget.tsx']]);
  });

  it('refuse to pass a tree in which no TypeScript is read', async () => {
    const tree = await plantTree({});
    try {
      await expect(checkImports(tree.root)).rejects.toThrow(/no TypeScript file/);
    } finally {
      await tree.remove();
    }
  });
});
