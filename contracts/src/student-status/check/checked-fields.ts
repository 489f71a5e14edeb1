import { z } from 'zod';
import { student } from '../../base-info/person.resource.ts';
import { dictionaryCode } from '../../kernel/dictionary-code.ts';
import type { PersonalKind, WireRow } from '../../kernel/resource-field.ts';
import { fieldColumn } from '../../kernel/resource-values.ts';

/** Dictionary of the fields that a check may change: windows name them by it. */
export const CHECKED_FIELDS_DICTIONARY = 'XJ_XXHDZD';

/**
 * Fields of a student that a check may change (STUDENT-STATUS-21), in the order of the form. Key ones (name, identity,
 * nation, birth, exam number) are asked of the office too, and take evidence.
 */
const checked = {
  studentName: true,
  namePinyin: false,
  sexCode: true,
  birthDate: true,
  idType: true,
  idNumber: true,
  nationCode: true,
  examineeNumber: true,
  englishName: false,
  formerName: false,
  nativePlace: false,
  sourcePlace: false,
  politicalCode: false,
  healthCode: false,
  maritalCode: false,
  mobile: false,
  email: false,
  address: false,
  zipCode: false,
  dormitory: false,
  emergencyName: false,
  emergencyPhone: false,
  bankCard: false,
} as const satisfies Partial<Record<keyof typeof student.fields, boolean>>;
export type CheckedField = keyof typeof checked;

/** One of them. */
export interface Checked {
  readonly label: string;
  readonly key: boolean;
  readonly column: string;
  /** Its dictionary; null: what is written is what is meant. */
  readonly dictionary: string | null;
  readonly personal: PersonalKind | undefined;
}

const entries = (Object.keys(checked) as CheckedField[]).map((name) => {
  const { label, kind, personal }: { label: string; kind: { type: string }; personal?: PersonalKind } =
    student.fields[name];
  return [
    name,
    {
      label,
      key: checked[name],
      column: fieldColumn(student.fields, name),
      dictionary: kind.type === 'dictionary' ? ((kind as { category?: string }).category ?? null) : null,
      personal,
    },
  ] as const;
});
/** By wire name. */
export const checkedFields = Object.fromEntries(entries) as Readonly<Record<CheckedField, Checked>>;
export const checkedFieldNames = Object.keys(checkedFields) as readonly CheckedField[];

/** Whether a name is that of a field that a check may change. */
export const isCheckedField = (name: string): name is CheckedField => name in checkedFields;

/** A value that is written; the field itself says what is wrong with it. */
function writtenAs(name: CheckedField): z.ZodType<string> {
  const { dictionary } = checkedFields[name];
  if (dictionary !== null) return dictionaryCode(dictionary);
  const { schema }: { schema: z.ZodType } = student.fields[name];
  return z
    .string('必填')
    .trim()
    .min(1, '必填')
    .max(200, '最多 200 个字符')
    .superRefine((text, context) => {
      for (const { message } of schema.safeParse(text).error?.issues ?? [])
        context.addIssue({ code: 'custom', message });
    });
}

/** A change that somebody proposes; `updateInfo`: why, and what proves it. */
export interface ProposedChange {
  readonly updateFieldCode: CheckedField;
  readonly updateFieldValue: string;
  readonly updateInfo: string;
}
const changes = checkedFieldNames.map((name) =>
  z.object({
    updateFieldCode: z.literal(name),
    updateFieldValue: writtenAs(name),
    updateInfo: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
  }),
);
type OneChange = (typeof changes)[number];
/** Its schema: each field with its format and its dictionary. */
export const proposedChange = z.discriminatedUnion(
  'updateFieldCode',
  changes as [OneChange, ...OneChange[]],
) as unknown as z.ZodType<ProposedChange, ProposedChange>;

/**
 * What is wrong with a student's data with the changes made, told where each change stands: a resident's id number says
 * birth and sex.
 */
export function changeErrors(
  before: WireRow,
  proposed: readonly ProposedChange[],
): { readonly field: string; readonly message: string }[] {
  const after = {
    ...before,
    ...Object.fromEntries(proposed.map(({ updateFieldCode, updateFieldValue }) => [updateFieldCode, updateFieldValue])),
  };
  return (student.check?.(after as never) ?? []).map(({ field, message }) => {
    const index = proposed.findIndex(({ updateFieldCode }) => updateFieldCode === field);
    return { field: `changes.${String(Math.max(0, index))}.updateFieldValue`, message };
  });
}
