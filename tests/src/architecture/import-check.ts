import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { IModule } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';

/** A broken rule: which, where, and against what. */
export interface Violation {
  rule: string;
  file: string;
  detail: string;
}

/** Files that are run, not imported. */
const programs = /(^|\/)main\.tsx?$|\/(postgres-guard|die-with-parent)\.ts$|\.worker\.ts$/;
const servesTests = /\.(test|fixture)\.tsx?$|\.d\.ts$|\/testing\/|^tests\//;
/** Where widgets are shown to those who build pages: being shown there is no use. */
export const samplePage = 'web/src/areas/app-build/';
/**
 * Widgets that are kept although no page of the product has them yet: each has its place in what is planned, and they
 * are a handful at most. The requirements that they are for stay open until then.
 */
const plannedWidgets: readonly string[] = [];
const parts = ['contracts/src', 'infra', 'services', 'web/src', 'tests/src'];

/**
 * Checks the imports of a whole source tree against the rules of the architecture.
 *
 * @param planned widgets that only the sample page has to show.
 */
export async function checkImports(root: string, planned: readonly string[] = plannedWidgets): Promise<Violation[]> {
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
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default', 'types'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
      },
    },
  );
  if (typeof result.output === 'string') throw new Error('dependency-cruiser gave a text instead of a result');
  const { summary, modules } = result.output;
  const own = modules.filter((module) => /^(contracts|infra|services|web|tests)\/.*\.tsx?$/.test(module.source));
  if (own.length === 0) throw new Error(`no TypeScript file was read below ${root}`);
  const broken = summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    file: from,
    detail: cycle ? cycle.map((step) => step.name).join(' → ') : to,
  }));
  return [...broken, ...unusedFiles(own), ...sampleWidgets(own, planned)];
}

/** Files that the programs reach, not going through those that are `closed`. */
function reachedFiles(modules: readonly IModule[], closed: (path: string) => boolean = () => false): Set<string> {
  const imports = new Map(
    modules.map((module) => [module.source, module.dependencies.map((dependency) => dependency.resolved)]),
  );
  const reached = new Set<string>();
  const open = modules.map((module) => module.source).filter((path) => programs.test(path));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path) || closed(path)) continue;
    reached.add(path);
    open.push(...(imports.get(path) ?? []));
  }
  return reached;
}

/** Product files that no program reaches. What only tests use is dead, unless it serves tests. */
function unusedFiles(modules: readonly IModule[]): Violation[] {
  const reached = reachedFiles(modules);
  return modules
    .filter(({ source }) => !reached.has(source) && !servesTests.test(source))
    .map(({ source }) => ({ rule: 'used-file', file: source, detail: 'no program imports it' }));
}

/** What nobody meets outside the sample page, except what is planned; and what was planned and is met by now. */
function sampleWidgets(modules: readonly IModule[], planned: readonly string[]): Violation[] {
  const reached = reachedFiles(modules);
  const met = reachedFiles(modules, (path) => path.startsWith(samplePage));
  const sampled = [...reached].filter(
    (path) => path.startsWith('web/src/') && /\.tsx?$/.test(path) && !path.startsWith(samplePage) && !met.has(path),
  );
  const rule = 'met-in-product';
  return [
    ...sampled
      .filter((path) => !planned.includes(path))
      .map((file) => ({ rule, file, detail: 'only the sample page shows it' })),
    ...planned
      .filter((path) => !sampled.includes(path))
      .map((file) => ({ rule, file, detail: 'is no planned widget any more: take it off the list' })),
  ];
}
