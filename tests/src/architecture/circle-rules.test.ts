import { describe, expect, it } from 'vitest';
import { checkCircles } from './circle-rules.ts';

const found = (files: Readonly<Record<string, string>>) =>
  checkCircles(new Map(Object.entries(files))).map(({ file, detail }) => [file, detail]);

describe('rooms of a package', () => {
  it('that stand above one another pass, and so do tests that look around', () => {
    expect(
      found({
        'contracts/src/score/sheet.ts': "import { event } from '../kernel/event.ts';\n",
        'contracts/src/kernel/event.test.ts': "import { sheet } from '../score/sheet.ts';\n",
        'services/gateway/src/testing/school.ts': "import { app } from '../app.ts';\n",
        'services/gateway/src/app.ts': "import { school } from './testing/school.ts';\n",
      }),
    ).toEqual([]);
  });

  it('that need each other are found, be it for a type or a page that is loaded later', () => {
    expect(
      found({
        'contracts/src/score/sheet.ts': "import { event } from '../kernel/event.ts';\n",
        'contracts/src/kernel/event.ts': "import type { Sheet } from '../score/sheet.ts';\n",
      }),
    ).toEqual([['contracts/src/kernel/event.ts', 'contracts/src: kernel → score → kernel']]);
    expect(
      found({
        'web/src/ui/table.tsx': "const page = () => import('../areas/score/page.tsx');\n",
        'web/src/areas/score/page.tsx': "import { useRest } from '../../lib/use-rest.ts';\n",
        'web/src/lib/use-rest.ts': "import { Table } from '../ui/table.tsx';\n",
      }),
    ).toEqual([['web/src/areas/score/page.tsx', 'web/src: areas → lib → ui → areas']]);
  });
});
