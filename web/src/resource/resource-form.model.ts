import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { numberProblem, plainNumber } from '@jwxt/contracts/kernel/number-text.ts';
import type { Field, Fields, WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { placesOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { newCommandId } from '../lib/command-id.ts';
import { totalRow, withTotal, type EditableRow } from '../ui/editable-rows.model.ts';

/** Messages by field, and of small tables by row (its `rowId`) and column. */
export type FormErrors = {
  readonly fields: Readonly<Record<string, string>>;
  readonly cells: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
};
export const noErrors: FormErrors = { fields: {}, cells: {} };

/** The fields that a form shows. */
export function formFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
}

/** What the form begins with: the row, or a new one's values. Rows of small tables get names of their own, and sums. */
export function formValues(resource: Pick<Resource, 'fields'>, row: WireRow | null, semester: string): WireRow {
  return Object.fromEntries(
    formFields(resource.fields).map(([name, field]) => [
      name,
      valueOf(field, row === null ? initialOf(field, semester) : row[name]),
    ]),
  );
}

function initialOf({ kind, initial, required }: Field, semester: string): unknown {
  return initial === undefined && required && kind.type === 'reference' && kind.to === 'semester' ? semester : initial;
}

function valueOf({ kind }: Field, value: unknown): unknown {
  if (kind.type !== 'rows') return value ?? null;
  const rows = ((value ?? []) as readonly WireRow[]).map((row) => ({ ...row, rowId: newCommandId() }));
  return kind.sum === undefined ? rows : withTotal([...rows, totalRow()], kind.sum);
}

/** What is sent: without the browser's names for rows, numbers in plain figures; what is empty is null. */
export function sentValues(resource: Pick<Resource, 'fields'>, values: WireRow): WireRow {
  return Object.fromEntries(
    formFields(resource.fields).map(([name, { kind }]) => [
      name,
      kind.type === 'rows'
        ? rowsOf(values[name]).map(({ rowId: _rowId, ...row }) =>
            Object.fromEntries(
              Object.entries(row).map(([column, value]) => [column, plain(kind.columns[column], value)]),
            ),
          )
        : plain(resource.fields[name], emptyAsNull(values[name])),
    ]),
  );
}

/** The rows that people type. */
const rowsOf = (value: unknown): readonly EditableRow[] =>
  ((value ?? []) as readonly EditableRow[]).filter(({ isTotal }) => isTotal !== true);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
const plain = (field: Field | undefined, value: unknown): unknown =>
  typeof value === 'string' && (field?.kind.type === 'integer' || field?.kind.type === 'decimal')
    ? plainNumber(value)
    : value;
const emptyAsNull = (value: unknown): unknown => (isEmpty(value) ? null : value);

/** What is wrong with a value by itself, null when nothing is that the form can tell. */
function valueProblem({ required, kind, schema }: Field, value: unknown): string | null {
  if (isEmpty(value)) return required ? '必填' : null;
  if (kind.type === 'text') return schema.safeParse(value).error?.issues[0]?.message ?? null;
  return kind.type === 'integer' || kind.type === 'decimal'
    ? numberProblem(String(value), { places: placesOf(kind), min: kind.min, max: kind.max })
    : null;
}

/** What the form can tell by itself: what is missing or no such number, then the rules of a single row. */
export function checkForm(resource: Pick<Resource, 'fields' | 'check'>, values: WireRow): FormErrors {
  const wrong = formFields(resource.fields).flatMap(([name, field]): FieldError[] => {
    const found = (path: string, message: string | null): FieldError[] =>
      message === null ? [] : [{ field: path, message }];
    const { kind } = field;
    if (kind.type !== 'rows') return found(name, valueProblem(field, values[name]));
    return rowsOf(values[name]).flatMap((row, index) =>
      Object.entries(kind.columns)
        .filter(([, { hidden }]) => !hidden)
        .flatMap(([column, each]) => found(`${name}.${String(index)}.${column}`, valueProblem(each, row[column]))),
    );
  });
  return placed(
    resource,
    values,
    wrong.length > 0 ? wrong : (resource.check?.(sentValues(resource, values) as never) ?? []),
  );
}

/**
 * Where each message belongs: `items.1.name` is a cell, everything else a field. The server names
 * them below `values.` or `form.`
 */
export function placed(resource: Pick<Resource, 'fields'>, values: WireRow, errors: readonly FieldError[]): FormErrors {
  const fields: Record<string, string> = {};
  const cells: Record<string, Record<string, Record<string, string>>> = {};
  for (const { field, message } of errors) {
    const [name = '', index, column] = field.replace(/^(values|form)\./, '').split('.');
    const row = index === undefined ? undefined : rowsOf(values[name])[Number(index)];
    if (row && column !== undefined) ((cells[name] ??= {})[row.rowId] ??= {})[column] ??= message;
    else fields[name in resource.fields ? name : ''] ??= message;
  }
  return { fields, cells };
}
