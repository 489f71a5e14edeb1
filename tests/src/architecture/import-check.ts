import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';

/** A broken rule: which, where, and against what. */
export interface Violation {
  rule: string;
  file: string;
  detail: string;
}

const parts = ['contracts/src', 'infra', 'services', 'web/src', 'tests/src'];

/** Checks the imports of a whole source tree against the rules of the architecture. */
export async function checkImports(root: string): Promise<Violation[]> {
  const result = await cruise(
    parts.filter((part) => existsSync(join(root, part))),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: importRules },
      // With TypeScript 7 only swc reads TypeScript files; without it they would be skipped in silence.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|public)/' },
      combinedDependencies: true,
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'] },
    },
  );
  if (typeof result.output === 'string') throw new Error('dependency-cruiser gave a text instead of a result');
  const { summary, modules } = result.output;
  const own = modules.filter((module) => /^(contracts|infra|services|web|tests)\/.*\.tsx?$/.test(module.source));
  if (own.length === 0) throw new Error(`no TypeScript file was read below ${root}`);
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    file: from,
    detail: cycle ? cycle.map((step) => step.name).join(' → ') : to,
  }));
}
