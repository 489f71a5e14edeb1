import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSources } from './sources.ts';

/** A row of the glossary: its wire name and the word that code has for it. */
export type Term = { readonly wire: string; readonly code: string };

/** Where words are looked for: TypeScript of the contracts without their tests, and SQL of the migrations. */
export type Vocabulary = { readonly contracts: string; readonly sql: string };

const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
/** A field of a type or a schema. */
const field = /(?:^|[{,(])\s*(?:readonly )?'?(\w+)'?\??:/gm;
const table = /\bcreate table (?:if not exists )?(?:\w+\.)?(\w+)/gi;
const column = new RegExp(
  String.raw`(?:[(,]\s*|\badd column (?:if not exists )?)(\w+) ` +
    String.raw`(?:text|int|bigint|smallint|boolean|date|timestamptz|jsonb|numeric|uuid|bytea)\b`,
  'gi',
);
/** A code of the vocabulary, an operation's id or path: what stands on the wire between quotes. */
const quoted = /['`]([\w./{}$]+)['`]/g;

const all = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** `teachingClassId`, `teaching_class_id` → `teaching class id`. */
const partsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** The terms of a glossary, which stand in the second and third column of its table. */
export function termsOf(glossary: string): Term[] {
  return [...glossary.matchAll(/^\| [^`|]+ \| `(\w+)` \| `(\w+)` \|/gm)].map(([, wire = '', code = '']) => ({
    wire,
    code,
  }));
}

/**
 * What a glossary calls by a name that is not there. The word of code is the name of an export, a field, a table or a
 * column, or some whole parts of one (`recall` in `recallApplication`, one or several: `campus` in `findCampuses`). The
 * wire name is exactly a table, a column, a field or a code, or a step of a path or an id.
 */
export function unknownWords(terms: readonly Term[], { contracts, sql }: Vocabulary): string[] {
  const code = contracts.replaceAll(comments, '');
  const stored = sql.replaceAll(/--.*$/gm, '');
  const named = [...all(field, code), ...all(table, stored), ...all(column, stored)];
  const said = ` ${[...all(exported, code), ...named].map(partsOf).join(' | ')} `;
  const sent = new Set([...named, ...all(quoted, code).flatMap((text) => text.split(/[./]/))]);
  return terms.flatMap((term) => [
    ...(sent.has(term.wire) ? [] : [term.wire]),
    ...(new RegExp(` ${partsOf(term.code)}(?:s|es)? `).test(said) ? [] : [term.code]),
  ]);
}

/** The words of the project below `root`. */
export async function readVocabulary(root: string): Promise<Vocabulary> {
  const migrations = join(root, 'infra/migrations');
  const contracts = [...(await readSources(root, 'contracts/src'))].filter(([path]) => /(?<!\.test)\.ts$/.test(path));
  const names = (await readdir(migrations)).filter((file) => file.endsWith('.sql'));
  const sql = await Promise.all(names.map((name) => readFile(join(migrations, name), 'utf8')));
  return { contracts: contracts.map(([, text]) => text).join('\n'), sql: sql.join('\n') };
}
