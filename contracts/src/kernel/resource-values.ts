import { toDateTimeText, toInstant } from './fields.ts';
import type { Field, FieldKind, Fields, WireRow } from './resource-field.ts';
import { yesNo } from './yes-no.ts';

/** Column of a wire name: `scoreTemplateId` → `score_template_id`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The column of a field of a resource, or of its key. */
export function fieldColumn(fields: Fields, name: string): string {
  return fields[name]?.column ?? columnOf(name);
}

/** The wire name of a column: `score_template_id` → `scoreTemplateId`. */
export function nameOf(column: string): string {
  return column.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

/** A value as its column, or the json in it, holds it. */
export function toStored({ kind }: Pick<Field, 'kind'>, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (kind.type) {
    case 'decimal':
      return Math.round(Number(value) * 10 ** kind.places);
    case 'time':
      return toInstant(textOf(value));
    case 'rows': {
      const rows = (value as readonly WireRow[]).map((row) => mapFields(kind.columns, row, toStored));
      return kind.json ? kind.json.store(rows) : rows;
    }
    default:
      return value;
  }
}

/** A stored value as it travels. */
export function toWire({ kind }: Pick<Field, 'kind'>, value: unknown): unknown {
  if (kind.type === 'rows')
    return (kind.json ? kind.json.read(value) : ((value ?? []) as readonly WireRow[])).map((row) =>
      mapFields(kind.columns, row, toWire),
    );
  if (value === null || value === undefined) return null;
  switch (kind.type) {
    case 'decimal':
      return decimalText(Number(value), kind.places);
    case 'time':
      return toDateTimeText(value as Date | string);
    // A code travels as text, whatever its column holds.
    case 'choice':
      return textOf(value);
    default:
      return value;
  }
}

/** Every declared field of a row, turned. */
export function mapFields(fields: Fields, row: WireRow, turn: (field: Field, value: unknown) => unknown): WireRow {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, turn(field, row[name])]));
}

/** Decimal places that a number field may have. */
export function placesOf(kind: Extract<FieldKind, { type: 'integer' | 'decimal' }>): number {
  return kind.type === 'decimal' ? kind.places : 0;
}

/** A whole number of 10^-places without decimals that say nothing: 9000 → `90`, 8999 → `89.99`. */
function decimalText(value: number, places: number): string {
  return (value / 10 ** places).toFixed(places).replace(/\.?0+$/, '');
}

/** A text or a number as text; nothing for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A field's value in words, as lists, exports and messages show it. */
export function shown(field: Field, row: WireRow, name: string, shownAs: string | null): string {
  const value = shownAs === null ? row[name] : row[shownAs];
  if (value === null || value === undefined || value === '') return field.empty ?? '';
  switch (field.kind.type) {
    case 'yesNo':
      return value === yesNo.yes ? '是' : '否';
    case 'rows':
      return (
        (value as readonly WireRow[])
          .map((each) => rowText(field.kind.type === 'rows' ? field.kind.columns : {}, each))
          .join('；') ||
        (field.empty ?? '')
      );
    default:
      return textOf(value);
  }
}

/** A row of a small table in one phrase: its first two visible columns, choices in words. */
function rowText(columns: Fields, row: WireRow): string {
  return Object.entries(columns)
    .filter(([, { hidden }]) => !hidden)
    .slice(0, 2)
    .map(([name, { kind }]) => (kind.type === 'choice' && kind.options[textOf(row[name])]) || textOf(row[name]))
    .filter((text) => text !== '')
    .join(' ');
}
