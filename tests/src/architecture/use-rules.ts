import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { errors } from '@jwxt/contracts/all-errors.ts';
import { outcomeOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { outcomes } from '@jwxt/contracts/kernel/outcome.vocabulary.ts';
import { samplePage, type Violation } from './import-check.ts';
import { checkSortedLists } from './list-rules.ts';
import { readSources } from './sources.ts';

const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
/** What names an operation without calling it: an import, a type, and the id by which an answer goes stale. */
const mentions = (name: string): RegExp => new RegExp(String.raw`\btypeof ${name}\b|\b${name}\.id\b`, 'g');
const imports = /^import [\s\S]*? from '[^']*';$/gm;

/** An operation with the names that lead to it: of an export, then of what it holds (`reassessmentCalls`, kind,
  `detail`). */
type Found = { readonly operation: Operation; readonly way: readonly string[] };

const isOperation = (value: object): value is Operation => 'path' in value && 'access' in value && 'summary' in value;

/** Operations among exports, and in the objects there; lists of operations lead to none. */
function operationsIn(exports: Readonly<Record<string, unknown>>, way: readonly string[] = []): Found[] {
  return Object.entries(exports).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || way.length > 3) return [];
    const here = [...way, name];
    if (isOperation(value)) return [{ operation: value, way: here }];
    return Object.getPrototypeOf(value) === Object.prototype
      ? operationsIn(value as Readonly<Record<string, unknown>>, here)
      : [];
  });
}

/**
 * Operations that no page calls and whose declaration names no caller outside; and such declarations of what a page
 * does call.
 *
 * @param operations what is served.
 * @param modules that declare them: the exports of each by name.
 * @param pages text of all of the pages.
 */
export function checkCallers(
  operations: readonly Operation[],
  modules: readonly Readonly<Record<string, unknown>>[],
  pages: readonly string[],
): Violation[] {
  const text = pages.map((page) => page.replaceAll(comments, '').replaceAll(imports, '')).join('\n');
  const ways = Map.groupBy(
    modules.flatMap((module) => operationsIn(module)),
    ({ operation }) => operation,
  );
  const isCalled = ([name = '', ...keys]: readonly string[]): boolean => {
    if (!new RegExp(String.raw`\b${name}\b`).test(text.replaceAll(mentions(name), ''))) return false;
    const [key, holder = name] = keys.toReversed();
    // Chosen by its name, or by what a variable says.
    return key === undefined || new RegExp(String.raw`\.${key}\b|\b${holder}\[`).test(text);
  };
  return operations.flatMap((operation) => {
    const called = (ways.get(operation) ?? []).some(({ way }) => isCalled(way));
    const violation = (detail: string): Violation[] => [{ rule: 'operation-called', file: operation.id, detail }];
    if (!called && operation.calledBy === undefined)
      return violation('no page calls it: name its caller outside (`calledBy`), or let it go');
    if (called && operation.calledBy !== undefined) return violation('a page calls it: `calledBy` is out of date');
    return [];
  });
}

/**
 * Refusals that no service gives, nor a rule of the contracts.
 *
 * @param codes of the vocabularies.
 * @param services text of the services and contracts.
 */
export function checkRefusals(codes: readonly string[], services: readonly string[]): Violation[] {
  // In its vocabulary a code is the name of an entry.
  const text = services
    .join('\n')
    .replaceAll(comments, '')
    .replaceAll(/'\w+':/g, '');
  const given = new Set([...text.matchAll(/'(\w+)'/g)].map(([, code]) => code));
  return codes
    .filter((code) => !given.has(code))
    .map((code) => ({ rule: 'refusal-given', file: code, detail: 'nothing is refused with it' }));
}

/** Words for the end of a call that no operation ends with. */
export function checkOutcomes(
  kinds: readonly string[],
  operations: readonly Pick<Operation, 'method' | 'outcome'>[],
): Violation[] {
  const used = new Set<string>(operations.map((operation) => outcomeOf(operation)));
  return kinds
    .filter((kind) => !used.has(kind))
    .map((kind) => ({ rule: 'outcome-used', file: kind, detail: 'no operation ends with these words' }));
}

/** Checks what the contracts declare against what the services and pages below `root` make of it. */
export async function checkUses(root: string): Promise<Violation[]> {
  const product = async (folder: string): Promise<(readonly [path: string, text: string])[]> =>
    [...(await readSources(root, folder))].filter(
      ([path]) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.|\/testing\//.test(path),
    );
  const textsOf = (sources: readonly (readonly [string, string])[]): string[] => sources.map(([, text]) => text);
  const contracts = await product('contracts/src');
  const modules = await Promise.all(
    contracts.map(async ([path]) => (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>),
  );
  const pages = (await product('web/src')).filter(([path]) => !path.includes(samplePage));
  return [
    ...checkCallers(operations, modules, textsOf(pages)),
    ...checkRefusals(Object.keys(errors), textsOf([...contracts, ...(await product('services'))])),
    ...checkOutcomes(Object.keys(outcomes), operations),
    ...checkSortedLists(operations),
  ];
}
