import { importFields, importKeyOf, type ImportColumn } from '@jwxt/contracts/kernel/resource-import.ts';
import { nameKey } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { MAX_TABLE_COLUMNS, type TableRow } from './read-table.ts';
import { Refused } from './refused.ts';

/** Headers and the fields that they name, as the school has chosen before or now; an empty field: left out. */
export type ImportMapping = Readonly<Record<string, string>>;

/** The head of a table: its columns, and how many rows stand above the data. */
export interface TableHead {
  readonly columns: readonly ImportColumn[];
  readonly rows: number;
}

/** Rows that are looked through for the one with the headers: titles and notes may stand above it. */
const HEAD_WITHIN = 30;

/** A header without what does not tell columns apart: blanks, a star, widths, remarks in brackets. */
export function plainHeader(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|[\s*:]/g, '')
    .toLowerCase();
}

/** Finds the row of headers, the one with most that are known, and what each column is. Throws IMPORT_…. */
export function headOf(resource: Resource, rows: readonly TableRow[], mapping: ImportMapping): TableHead {
  const known = namesOf(resource, mapping);
  let best = { at: -1, found: 0 };
  rows.slice(0, HEAD_WITHIN).forEach(({ cells }, at) => {
    const found = cells.filter((text) => text !== '' && known.has(plainHeader(text))).length;
    if (found > best.found) best = { at, found };
  });
  // A file with headers of its own has them in its first row; one cell alone is a title.
  const at = best.found > 0 ? best.at : rows.findIndex(({ cells }) => cells.filter((text) => text !== '').length > 1);
  const head = rows[at];
  if (!head) throw new Refused('IMPORT_NO_HEADER');
  const columns = head.cells.map((header, column) => {
    const field = header === '' ? undefined : known.get(plainHeader(header));
    return { letter: letterOf(column), header, field: field === undefined || field === '' ? null : field };
  });
  checkTwice(resource, columns);
  return { columns, rows: at + 1 };
}

/** What a header may say: a label, a wire name, the label of the name beside a code, or a word of the school's own. */
function namesOf(resource: Resource, mapping: ImportMapping): Map<string, string> {
  const fields = importFields(resource);
  return new Map([
    ...fields.flatMap(([name, field]) => {
      const shownAs = nameKey(name, field);
      return [name, ...(shownAs === null ? [] : [shownAs, `${field.label}名称`, `${field.label}代码`])].map(
        (header) => [plainHeader(header), name] as const,
      );
    }),
    ...fields.map(([name, { label }]) => [plainHeader(label), name] as const),
    ...Object.entries(mapping).map(([header, field]) => [plainHeader(header), field] as const),
  ]);
}

function checkTwice({ fields }: Resource, columns: readonly ImportColumn[]): void {
  const letters = (same: readonly ImportColumn[]): string => same.map(({ letter }) => letter).join('、');
  const named = columns.filter(({ header }) => header !== '');
  for (const [, same] of Map.groupBy(named, ({ header }) => plainHeader(header)))
    if (same.length > 1)
      throw new Refused('IMPORT_DUPLICATE_HEADER', { header: same[0]?.header ?? '', columns: letters(same) });
  for (const [field, same] of Map.groupBy(named, (column) => column.field))
    if (field !== null && same.length > 1)
      throw new Refused('IMPORT_DUPLICATE_FIELD', { field: fields[field]?.label ?? field, columns: letters(same) });
}

/** Labels of the fields without which no row can be told from another, as far as no column is theirs. */
export function missingKeys(resource: Resource, columns: readonly ImportColumn[]): string[] {
  const given = new Set(columns.map(({ field }) => field));
  return importKeyOf(resource, (name) => given.has(name))
    .filter((name) => !given.has(name))
    .map((name) => resource.fields[name]?.label ?? name);
}

/** What was chosen by hand, as it was sent: only fields of the resource. Throws IMPORT_MAPPING_WRONG. */
export function chosenMapping(resource: Resource, json: string | undefined): ImportMapping {
  if (json === undefined) return {};
  const names = new Set(['', ...importFields(resource).map(([name]) => name)]);
  try {
    const given: unknown = JSON.parse(json);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      const entries = Object.entries(given);
      if (
        entries.length <= MAX_TABLE_COLUMNS &&
        entries.every(([header, name]) => header.length <= 200 && names.has(name))
      )
        return given as ImportMapping;
    }
  } catch {
    // Not json.
  }
  throw new Refused('IMPORT_MAPPING_WRONG');
}

/** A, B, … Z, AA: the name of a column, counted from 0. */
export function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last;
}
