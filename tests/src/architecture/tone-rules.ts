import type { Violation } from './import-check.ts';
import type { Sources } from './sources.ts';
import { endOfTag } from './tags.ts';

/** A row of the glossary: a file of the pages, and what it shows in orange. */
export type Orange = { readonly file: string; readonly what: readonly string[]; readonly who: string };

const pages = /^web\/src\/(?:areas|pickers|app|resource)\/.*(?<!\.test|\.fixture)\.tsx?$/;
const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;

/** The rows of the table below `### Orange`. */
export function orangesOf(glossary: string): Orange[] {
  const section = /^### Orange$([\s\S]*?)(?=^##|$(?![\s\S]))/m.exec(glossary)?.[1] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|\n]+) \|/gm)].map(
    ([, file = '', what = '', who = '']) => ({
      file: `web/src/${file}`,
      what: what.trim().split('、'),
      who: who.trim(),
    }),
  );
}

/** How many states, figures and marks of a source are orange; notices aside. */
export function orangeIn(source: string): number {
  let text = source.replaceAll(comments, '');
  for (let at = text.indexOf('<Alert'); at >= 0; at = text.indexOf('<Alert', at))
    text = text.slice(0, at) + text.slice(endOfTag(text, at));
  return [...text.replaceAll(/\bcolor=(?:"\w+"|\{[^}]*\})/g, '').matchAll(/['"]orange['"]/g)].length;
}

/** Codes with tones of which one may lack: a state without a tone would be shown as over. */
export function openTones(source: string): string[] {
  return [
    ...source.matchAll(/const (\w+): (?:Readonly<|Partial<)*Record<string, Tone>+ = \{[^}]*\}(?! satisfies)/g),
  ].map(([, name = '']) => name);
}

/**
 * Orange asks somebody to act: where pages give it stands in the glossary, with who that is. And every state has a
 * tone: a list of tones by codes says of which codes it is complete.
 */
export function checkTones(sources: Sources, glossary: string): Violation[] {
  const known = new Map(orangesOf(glossary).map(({ file, what }) => [file, what.length]));
  const shown = [...sources].filter(([file]) => pages.test(file));
  return [
    ...shown.flatMap(([file, source]) =>
      orangeIn(source) === (known.get(file) ?? 0)
        ? []
        : [
            {
              rule: 'orange-acts',
              file,
              detail: `${String(orangeIn(source))} are orange, ${String(known.get(file) ?? 0)} stand in the glossary`,
            },
          ],
    ),
    ...[...known.keys()]
      .filter((file) => !sources.has(file))
      .map((file) => ({ rule: 'orange-acts', file, detail: 'stands in the glossary, and is not there' })),
    ...shown.flatMap(([file, source]) =>
      openTones(source).map((name) => ({ rule: 'tones-complete', file, detail: `${name} satisfies no TonesOf` })),
    ),
  ];
}
