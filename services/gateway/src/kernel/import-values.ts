import { importErrorCode, type ImportErrorCode } from '@jwxt/contracts/kernel/resource-import.ts';
import { plainNumber } from '@jwxt/contracts/kernel/number-text.ts';
import { referenceTable, type Field } from '@jwxt/contracts/kernel/resource-field.ts';
import { visibleText } from '@jwxt/contracts/kernel/visible-text.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** What a cell says to its field: a value, or why it says none. */
export type CellValue = { readonly value: unknown } | { readonly message: string; readonly code: ImportErrorCode };

const yes = new Set(['是', '有', '对', '√', '1', 'y', 'yes', 'true', 't']);
const no = new Set(['否', '无', '不', '错', '×', '0', 'n', 'no', 'false', 'f']);
/** How Excel shows, and keeps in a csv, a number with more digits than the column is wide. */
const scientific = /^\d(?:\.\d+)?E\+\d{2,}$/;
const separators = /[、,，;；|\n]+/;

/** The text of a cell without what nobody types on purpose: invisible marks, ideographic blanks. */
function typed(text: string): string {
  return visibleText(text).replaceAll('\u3000', ' ').trim();
}
function narrow(text: string): string {
  return /^[\uff01-\uff5e\u0021-\u007e]+$/.test(text) ? text.normalize('NFKC') : text;
}

/** The texts of a cell that name codes, one or several. */
export function namesIn({ kind }: Field, text: string): string[] {
  const plain = typed(text);
  if (plain === '') return [];
  return 'many' in kind && kind.many
    ? plain
        .split(separators)
        .map((each) => narrow(each.trim()))
        .filter((each) => each !== '')
    : [narrow(plain)];
}

const wrong = (message: string): CellValue => ({ message, code: importErrorCode.value });

/** Reads a cell as its field's wire value. Its schema has the last word. */
export function cellValue(
  field: Field,
  text: string,
  lookUp: (name: string) => CodeFound,
  choices: () => readonly string[] = () => [],
): CellValue {
  const { kind, label } = field;
  const plain = typed(text);
  if (kind.type === 'dictionary' || kind.type === 'reference')
    return codeValue(field, namesIn(field, text), lookUp, choices);
  if (plain === '' || plain === field.empty) return { value: kind.type === 'yesNo' ? field.initial : null };
  switch (kind.type) {
    case 'yesNo': {
      const word = narrow(plain).toLowerCase();
      if (yes.has(word)) return { value: yesNo.yes };
      return no.has(word) ? { value: yesNo.no } : wrong(`${label}应填“是”或“否”`);
    }
    case 'choice': {
      const found = Object.entries(kind.options).find(([code, name]) => name === plain || code === narrow(plain));
      return found
        ? { value: found[0] }
        : wrong(`${label}没有“${plain}”，可以是：${Object.values(kind.options).join('、')}`);
    }
    case 'integer':
      return { value: plainNumber(plain).replace(/\.0+$/, '') };
    case 'decimal':
      return { value: plainNumber(plain) };
    case 'date':
      return { value: dayOf(plain) };
    case 'time': {
      const [day = '', time = kind.endOfDay ? '23:59:59' : '00:00:00'] = narrow(plain).split(/[ T]+/);
      return { value: `${dayOf(day)} ${time.split(':').length === 2 ? `${time}:00` : time}` };
    }
    case 'text':
      if (kind.lines === undefined && /[\r\n]/.test(plain)) return wrong('单元格中有换行，请去掉');
      if (scientific.test(plain)) return wrong('长数字变成了科学计数，末尾的数字已经丢失，请把单元格设为文本后重填');
      return { value: kind.format === 'month' ? monthOf(plain) : narrow(plain) };
    default:
      return { value: plain };
  }
}

const dayForms = [/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/, /^(\d{4})(\d{2})(\d{2})$/];
/** Days as Excel and people write them, as `YYYY-MM-DD`; anything else as it stands. */
function dayOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.0+)?)?$/, '')
    .replaceAll(/\s/g, '');
  for (const form of dayForms) {
    const [, year, month = '', day = ''] = form.exec(plain) ?? [];
    if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  return text;
}
function monthOf(text: string): string {
  const [, year, month = ''] = /^(\d{4})[-/.年]?(\d{1,2})(?:月|-\d{2})?$/.exec(text.normalize('NFKC')) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}`;
}

/** What a text names: one code with its name, none, or several. */
export type CodeFound = { readonly code: string; readonly name: string } | 'none' | 'several';

function codeValue(
  field: Field,
  names: readonly string[],
  lookUp: (name: string) => CodeFound,
  choices: () => readonly string[],
): CellValue {
  const many = 'many' in field.kind && field.kind.many;
  if (names.length === 0 || (names.length === 1 && names[0] === field.empty)) return { value: many ? [] : null };
  const codes: string[] = [];
  for (const name of names) {
    const found = lookUp(name);
    if (found === 'none') {
      const all = choices();
      const instead = all.length === 0 ? '' : `，可以是：${all.join('、')}`;
      return { message: `${field.label}“${name}”不存在${instead}`, code: importErrorCode.unknown };
    }
    if (found === 'several')
      return { message: `有多个${field.label}叫“${name}”，请填写编号`, code: importErrorCode.ambiguous };
    codes.push(found.code);
  }
  return { value: many ? codes : codes[0] };
}

type Named = { readonly code: string; readonly name: string; readonly number: string };

/** Codes of dictionaries and reference tables by what people write: number, code or name. Asked for many at once. */
export interface CodeBook {
  /** Makes sure that these texts of a field are known. */
  load(name: string, field: Field, texts: Iterable<string>): Promise<void>;
  /** What is not there yet, but will be by the time a field names it: a row of the same file, above. */
  offer(name: string, found: Exclude<CodeFound, string>): void;
  find(name: string, text: string): CodeFound;
  /** What a field can be, where that is few and something else was written. */
  choices(name: string): readonly string[];
  /** The name of a code that was loaded. */
  nameOf(name: string, code: string): string;
}

/** What is known of a field's codes; `choices` are looked for when a text names none. */
interface Book {
  readonly known: Map<string, CodeFound>;
  readonly names: Map<string, string>;
  choices: readonly string[] | null;
}

export function createCodeBook(db: Queryable): CodeBook {
  const books = new Map<string, Book>();
  const bookOf = (name: string): Book => {
    const book = books.get(name) ?? { known: new Map(), names: new Map(), choices: null };
    books.set(name, book);
    return book;
  };
  return {
    async load(name, field, texts) {
      const { known, names } = bookOf(name);
      const wanted = [...new Set(texts)].filter((text) => !known.has(text));
      if (wanted.length === 0) return;
      const rows = await namedBy(db, field, wanted);
      for (const { code, name: called } of rows) names.set(code, called);
      const by = (key: (row: Named) => string) => Map.groupBy(rows, key);
      const ways = [by(({ number }) => number), by(({ code }) => code), by(({ name: called }) => called)];
      const looser = [by(({ number }) => number.replace(/^0+/, '')), by(({ name: called }) => shortName(called))];
      for (const text of wanted) {
        const found = [...ways, ...looser].map((way) => way.get(text)).find((same) => same !== undefined);
        known.set(text, found === undefined ? 'none' : found.length === 1 && found[0] ? found[0] : 'several');
      }
      if ([...known.values()].includes('none')) bookOf(name).choices ??= await fewChoices(db, field);
    },
    offer(name, found) {
      const { known, names } = bookOf(name);
      for (const text of [found.code, found.name, found.code.replace(/^0+/, '')])
        if (known.get(text) === 'none') known.set(text, found);
      names.set(found.code, names.get(found.code) ?? found.name);
    },
    find: (name, text) => bookOf(name).known.get(text) ?? 'none',
    choices: (name) => bookOf(name).choices ?? [],
    nameOf: (name, code) => bookOf(name).names.get(code) ?? code,
  };
}

/** More than these are no help to somebody who looks for the right word. */
const FEW = 12;

/** The names of all rows in use, where they are few; those of people never are. */
async function fewChoices(db: Queryable, { kind }: Field): Promise<readonly string[]> {
  if (kind.type !== 'dictionary' && kind.type !== 'reference') return [];
  const target = kind.type === 'reference' ? referenceTable(kind.to) : null;
  // Units are many at most schools, and a row may name one that stands in the same file.
  if (target && (target.people || target.searched !== undefined || target.table === 'department')) return [];
  const { rows } = await db.query<{ name: string }>(
    target
      ? `select ${target.name} as name from base.${target.table} ${target.canStop ? `where sfqy = '1'` : ''}
          order by ${target.order} limit ${String(FEW + 1)}`
      : `select mc as name from base.data_dict where dmlb = $1 and sfqy = '1' order by dm limit ${String(FEW + 1)}`,
    kind.type === 'dictionary' ? [kind.category] : [],
  );
  return rows.length > FEW ? [] : rows.map(({ name }) => name);
}

/** Endings of names that people leave out: 男 is 男性, 汉 is 汉族. */
const ENDINGS = /(性|族)$/;
const shortName = (name: string): string => name.replace(ENDINGS, '');

async function namedBy(db: Queryable, { kind }: Field, texts: readonly string[]): Promise<Named[]> {
  if (kind.type === 'dictionary') {
    const { rows } = await db.query<Named>(
      `select dm as code, mc as name, dm as number from base.data_dict
        where dmlb = $1 and (dm = any($2) or mc = any($2) or regexp_replace(mc, $3, '') = any($2))`,
      [kind.category, texts, ENDINGS.source],
    );
    return rows;
  }
  if (kind.type !== 'reference') return [];
  const { table, key, name, searched, people, order } = referenceTable(kind.to);
  const number = searched ?? (people ? order : key);
  const { rows } = await db.query<Named>(
    `select ${key} as code, ${name} as name, ${number} as number from base.${table}
      where ${key} = any($1) or ${number} = any($1) or ${name} = any($1) or ltrim(${number}, '0') = any($1)`,
    [texts],
  );
  return rows;
}
