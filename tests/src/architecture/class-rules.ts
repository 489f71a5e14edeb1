import { posix } from 'node:path';
import type { Violation } from './import-check.ts';

const importLine = /^import (\w+) from '(\.[^']*\.module\.css)';$/gm;

/**
 * Class names of CSS modules: what a part of a page names and its style sheet does not have looks like nothing at all,
 * and what no part names is dead. A sheet with names that are only known while the page runs (`classes[kind]`) is not
 * searched for dead ones.
 *
 * @param sources text of every file, by its path relative to the root, with slashes.
 */
export function checkClasses(sources: ReadonlyMap<string, string>): Violation[] {
  const found: Violation[] = [];
  const defined = new Map(
    [...sources].filter(([path]) => path.endsWith('.module.css')).map(([path, text]) => [path, classesOf(text)]),
  );
  const named = new Map([...defined.keys()].map((sheet) => [sheet, new Set<string>()]));
  const open = new Set<string>();
  for (const [path, text] of sources) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const [, binding = '', from = ''] of text.matchAll(importLine)) {
      const sheet = posix.normalize(posix.join(posix.dirname(path), from));
      const names = namesIn(text, binding);
      names.fixed.forEach((name) => named.get(sheet)?.add(name));
      if (names.open) open.add(sheet);
      for (const name of names.fixed)
        if (defined.get(sheet)?.has(name) !== true)
          found.push({ rule: 'class-defined', file: path, detail: `“${name}” is not in ${sheet}` });
    }
  }
  for (const [sheet, names] of defined) {
    if (open.has(sheet)) continue;
    for (const name of names)
      if (named.get(sheet)?.has(name) !== true)
        found.push({ rule: 'class-used', file: sheet, detail: `nothing is of the class “${name}”` });
  }
  return found;
}

/** Colours and measures (`--jw-…`) that are taken and that nothing gives: what takes them looks as if it did not. */
export function checkVariables(sources: ReadonlyMap<string, string>): Violation[] {
  const web = [...sources].filter(([path]) => /^web\/src\/.*\.(?:tsx?|css)$/.test(path));
  const given = new Set(
    web.flatMap(([path, text]) => [
      ...(path.endsWith('/ui/tokens.ts') ? text.matchAll(/^ {2}'?([\w-]+)'?: \[/gm) : []),
      ...text.matchAll(/--jw-([\w-]+)'?:/g),
    ]),
  );
  const names = new Set([...given].map(([, name = '']) => name));
  return web.flatMap(([file, text]) =>
    [...text.matchAll(/var\(--jw-([\w-]+)[,)]/g)]
      .filter(([, name = '']) => !names.has(name))
      .map(([, name = '']) => ({ rule: 'variable-defined', file, detail: `nothing gives --jw-${name}` })),
  );
}

/** Classes that selectors name; what is between braces (values, `0.5s`) and in comments is none. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .replaceAll(/@[^{;]*[{;]/g, ' ');
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}

/**
 * Names that a file takes from a sheet, and whether it takes others by a name that is only known later. Quoted pieces
 * of such an index count as named.
 */
function namesIn(text: string, binding: string): { fixed: ReadonlySet<string>; open: boolean } {
  const fixed = new Set<string>();
  let open = false;
  for (const [, member, index = ''] of text.matchAll(
    new RegExp(String.raw`(?<![\w./-])${binding}(?:\.(\w+)|\[([^\]]*)\])`, 'g'),
  )) {
    if (member !== undefined) fixed.add(member);
    else if (/^'[^']*'$/.test(index)) fixed.add(index.slice(1, -1));
    else open = true;
  }
  return { fixed, open };
}
