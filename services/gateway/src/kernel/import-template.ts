import { importFields, importKeyOf } from '@jwxt/contracts/kernel/resource-import.ts';
import { referenceTable, type Field } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { TypedValues, WorkbookColumn, WorkbookContent } from './workbook.ts';

/** Empty lines that have their drop-downs. */
const LINES = 500;
/** More names than this are no list to choose from. */
const MOST_NAMES = 60;

/** An empty workbook of a resource: what each column takes, in words, by an example, and as a list to choose from. */
export async function templateOf(db: Queryable, resource: Resource): Promise<WorkbookContent<number>> {
  const fields = importFields(resource);
  const columns: WorkbookColumn<number>[] = [];
  const examples: string[] = [];
  const notes: string[] = [];
  for (const [, field] of fields) {
    const names = await namesOf(db, field);
    examples.push(`${field.label}：${exampleOf(field, names)}`);
    notes.push(
      `${field.label}${field.required && field.initial === undefined ? '（必填）' : ''}：${meaningOf(field, names)}`,
    );
    const typed: TypedValues | 'anything' =
      names.length > 0 && names.length <= MOST_NAMES && !('many' in field.kind && field.kind.many)
        ? { oneOf: names, message: `请从列表中选择${field.label}` }
        : 'anything';
    columns.push({
      header: `${field.label}${field.required && field.initial === undefined ? '*' : ''}`,
      width: Math.max(14, field.label.length * 2 + 4),
      typed,
      value: () => null,
    });
  }
  const inWords = (names: readonly string[]): string =>
    `“${names.map((name) => resource.fields[name]?.label ?? name).join('、')}”`;
  const { otherImportKey } = resource;
  const keys = inWords(importKeyOf(resource)) + (otherImportKey ? `或${inWords(otherImportKey)}` : '');
  return {
    sheet: resource.title,
    above: [
      `${resource.title}导入模板`,
      `按${keys}对应系统中已有的数据：已有的修改，没有的新增。列的顺序可以改变，不需要的列可以删除；` +
        '已有的数据只改文件中有的列。',
      notes.join('；'),
      `示例  ${examples.join('；')}`,
    ],
    columns,
    rows: Array.from({ length: LINES }, (_none, at) => at),
  };
}

async function namesOf(db: Queryable, { kind }: Field): Promise<string[]> {
  if (kind.type === 'yesNo') return ['是', '否'];
  if (kind.type === 'choice') return Object.values(kind.options);
  if (kind.type === 'dictionary') {
    const { rows } = await db.query<{ name: string }>(
      `select mc as name from base.data_dict where dmlb = $1 and sfqy = '1' order by pxh, dm limit $2`,
      [kind.category, MOST_NAMES + 1],
    );
    return rows.map(({ name }) => name);
  }
  if (kind.type !== 'reference') return [];
  const { table, name, order, canStop, people } = referenceTable(kind.to);
  if (people) return [];
  const { rows } = await db.query<{ name: string }>(
    `select ${name} as name from base.${table} ${canStop ? `where sfqy = '1'` : ''} order by ${order} limit $1`,
    [MOST_NAMES + 1],
  );
  return rows.map((row) => row.name);
}

function exampleOf({ kind, initial }: Field, names: readonly string[]): string {
  switch (kind.type) {
    case 'date':
      return '2026-09-01';
    case 'time':
      return '2026-09-01 08:00:00';
    case 'integer':
      return textOf(initial ?? kind.min);
    case 'decimal':
      return textOf(initial ?? kind.max);
    case 'text':
      return kind.format === 'month' ? '2026-09' : '文字';
    default:
      return names[0] ?? '编号';
  }
}

function meaningOf({ kind, hint }: Field, names: readonly string[]): string {
  const more = hint === undefined ? '' : `，${hint}`;
  switch (kind.type) {
    case 'date':
      return `日期，如 2026-09-01 或 2026/9/1${more}`;
    case 'time':
      return `日期和时间${more}`;
    case 'integer':
      return `${String(kind.min)}–${String(kind.max)} 的整数${more}`;
    case 'decimal':
      return `${String(kind.min)}–${String(kind.max)}，最多 ${String(kind.places)} 位小数${more}`;
    case 'text':
      return `最多 ${String(kind.max)} 个字符${more}`;
    case 'reference':
      return `名称或编号${kind.many ? '，多个用顿号隔开' : ''}${more}`;
    case 'dictionary':
      return (
        `名称或代码${kind.many ? '，多个用顿号隔开' : ''}` +
        `${names.length > 0 && names.length <= 12 ? `：${names.join('、')}` : ''}${more}`
      );
    case 'rows':
      return '';
    default:
      return `${names.join('、')}${more}`;
  }
}
