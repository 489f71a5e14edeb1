import type { InfoChange } from '@jwxt/contracts/approval/info-check.events.ts';
import { checkedFields, isCheckedField, type Checked } from '@jwxt/contracts/student-status/check/checked-fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { maskedValue } from '../../kernel/masked-value.ts';

/** A change with what its values mean. */
export type ToldInfoChange = InfoChange & { readonly preUpdateText: string; readonly updateText: string };

const checkedOf = (name: string): Checked | undefined => (isCheckedField(name) ? checkedFields[name] : undefined);

/** Fields of a person that some changes tell. */
export function personalIn(rows: readonly InfoChange[]): string[] {
  return rows.map(({ updateFieldCode }) => updateFieldCode).filter((name) => checkedOf(name)?.personal !== undefined);
}

/** Names of codes, by dictionary and code. */
export async function codeNames(
  db: Queryable,
  codes: readonly { readonly dictionary: string; readonly code: string }[],
): Promise<(dictionary: string, code: string) => string> {
  const { rows } = await db.query<{ key: string; mc: string }>(
    `select dmlb || ' ' || dm as key, mc from base.data_dict
      where (dmlb, dm) in (select * from unnest($1::text[], $2::text[]))`,
    [codes.map(({ dictionary }) => dictionary), codes.map(({ code }) => code)],
  );
  const names = new Map(rows.map(({ key, mc }) => [key, mc]));
  return (dictionary, code) => names.get(`${dictionary} ${code}`) ?? code;
}

/** Changes with codes in words; personal values `whole`, or in masks. */
export async function toldInfoChanges(
  db: Queryable,
  rows: readonly InfoChange[],
  whole: boolean,
): Promise<ToldInfoChange[]> {
  const nameOf = await codeNames(
    db,
    rows.flatMap(({ updateFieldCode, preUpdateFieldValue, updateFieldValue }) => {
      const dictionary = checkedOf(updateFieldCode)?.dictionary ?? null;
      return dictionary === null ? [] : [preUpdateFieldValue, updateFieldValue].map((code) => ({ dictionary, code }));
    }),
  );
  return rows.map((row) => {
    const { dictionary = null, personal } = checkedOf(row.updateFieldCode) ?? {};
    const shown = (value: string): string =>
      personal === undefined || whole || value === '' ? value : maskedValue(personal, value);
    const told = (value: string): string =>
      dictionary === null || shown(value) !== value ? shown(value) : nameOf(dictionary, value);
    return {
      ...row,
      preUpdateFieldValue: shown(row.preUpdateFieldValue),
      updateFieldValue: shown(row.updateFieldValue),
      preUpdateText: told(row.preUpdateFieldValue),
      updateText: told(row.updateFieldValue),
    };
  });
}
