import { z } from 'zod';
import { dateText, dateTimeText, decimalText, monthText, semesterKey, wholeNumber, yesNoFlag } from './fields.ts';
import { rangeWords } from './number-text.ts';
import { textFormats, type TextFormat } from './text-format.ts';
import { yesNo } from './yes-no.ts';

/**
 * Reference tables that fields point to, in schema `base`: key column, column of the name people see, and whether rows
 * can be stopped (`sfqy`). What has too many rows for a list of all is `searched`, by its name and the number that
 * people know it by; people besides are picked by those who may see them, never offered by the bare list.
 */
export const referenceTargets = {
  semester: { table: 'semester', key: 'xnxq', name: 'xnxqmc', order: 'xnxq desc', canStop: true },
  campus: { table: 'campus', key: 'xqdm', name: 'xqmc', order: 'pxh, xqdm', canStop: true },
  building: { table: 'building', key: 'jxlh', name: 'jxlmc', order: 'ywbm', canStop: true, searched: 'ywbm' },
  classroom: { table: 'classroom', key: 'jsh', name: 'jsmc', order: 'ywbm', canStop: true, searched: 'ywbm' },
  department: { table: 'department', key: 'dwh', name: 'dwmc', order: 'base.unit_path(dwh)', canStop: true },
  grade: { table: 'grade', key: 'njdm', name: 'njmc', order: 'njdm desc', canStop: true },
  major: { table: 'major', key: 'zydm', name: 'zymc', order: 'ywbm', canStop: true, searched: 'ywbm' },
  gradeMajor: {
    table: 'grade_major',
    key: 'njzydm',
    name: 'njzymc',
    order: 'njdm desc, njzydm',
    canStop: true,
    searched: 'njzydm',
  },
  classInfo: {
    table: 'class_info',
    key: 'bjdm',
    name: 'bjmc',
    order: 'njdm desc, ywbm',
    canStop: true,
    searched: 'ywbm',
  },
  course: { table: 'course', key: 'kch', name: 'kcmc', order: 'kch', canStop: true, searched: 'ywbm' },
  teacher: { table: 'teacher', key: 'gh', name: 'xm', order: 'ywbm', canStop: false, people: true },
  student: {
    table: 'student',
    key: 'student_code',
    name: 'student_name',
    order: 'student_number',
    canStop: false,
    people: true,
  },
  teachingClass: {
    table: 'teaching_class',
    key: 'teaching_class_id',
    name: 'teaching_class_name',
    order: 'semester_id desc, teaching_class_code',
    canStop: false,
    searched: 'teaching_class_code',
  },
  schemeVersion: {
    table: 'scheme_version',
    key: 'scheme_version_id',
    name: 'scheme_version_name',
    order: 'scheme_version_year desc, scheme_version_name',
    canStop: false,
  },
  schemeModule: {
    table: 'scheme_module',
    key: 'module_id',
    name: 'full_name',
    order: 'scheme_version_name desc, base.scheme_module_path(module_id)',
    canStop: false,
    searched: 'module_name',
  },
  schemeClassify: {
    table: 'scheme_classify',
    key: 'classify_id',
    name: 'full_name',
    order: 'scheme_version_name desc, base.scheme_module_path(module_id), sort_num',
    canStop: false,
    searched: 'classify_name',
  },
  courseGroup: {
    table: 'course_group',
    key: 'course_group_id',
    name: 'course_group_name',
    order: 'course_group_name',
    canStop: true,
  },
  executionPlan: {
    table: 'execution_plan',
    key: 'execution_plan_id',
    name: 'plan_name',
    order: 'njzydm desc, term, kch',
    canStop: false,
    searched: 'plan_name',
  },
  commonCoursePlan: {
    table: 'common_course_plan',
    key: 'common_plan_id',
    name: 'plan_name',
    order: 'plan_name',
    canStop: false,
    searched: 'kcmc',
  },
  specialItem: {
    table: 'special_item',
    key: 'special_item_id',
    name: 'full_name',
    order: 'semester_id desc, item_name',
    canStop: false,
    searched: 'item_name',
  },
  specialItemGroup: {
    table: 'special_item_group',
    key: 'item_group_id',
    name: 'group_name',
    order: 'semester_id desc, item_name, length(group_name), group_name',
    canStop: false,
    searched: 'item_name',
  },
  teachingJob: {
    table: 'teaching_job_counted',
    key: 'teaching_class_id',
    name: 'teaching_class_name',
    order: 'semester_id desc, teaching_class_code',
    canStop: false,
    searched: 'teaching_class_code',
  },
  professionalDiversion: {
    table: 'professional_diversion',
    key: 'diversion_id',
    name: 'diversion_name',
    order: 'volunteer_begin desc, diversion_name',
    canStop: false,
  },
  transferBatch: {
    table: 'transfer_batch',
    key: 'transfer_batch_id',
    name: 'batch_name',
    order: 'begin_time desc, batch_name',
    canStop: false,
  },
  sortRule: { table: 'sort_rule', key: 'sort_rule_id', name: 'rule_name', order: 'use_for, rule_name', canStop: true },
  selectionBatch: {
    table: 'selection_batch',
    key: 'batch_id',
    name: 'batch_name',
    order: 'source_type, batch_name',
    canStop: false,
  },
  plate: { table: 'plate', key: 'plate_id', name: 'plate_name', order: 'semester_id desc, plate_name', canStop: true },
  publicElectivePlan: {
    table: 'public_elective_plan',
    key: 'plan_id',
    name: 'plan_name',
    order: 'semester_id desc, plan_name',
    canStop: false,
    searched: 'course_business_code',
  },
  studentLabel: { table: 'student_label', key: 'label_id', name: 'label_name', order: 'label_name', canStop: true },
  dictionary: { table: 'data_dict_category', key: 'dmlb', name: 'lbmc', order: 'dmlb', canStop: false },
  scoreHierarchy: {
    table: 'score_hierarchy',
    key: 'score_hierarchy_code',
    name: 'score_hierarchy_name',
    order: 'score_hierarchy_code',
    canStop: true,
  },
  menuCategory: {
    table: 'menu_category',
    key: 'menu_catagory_id',
    name: 'menu_catagory_name',
    order: 'sort_num',
    canStop: true,
  },
  approvalCategory: {
    table: 'approval_category',
    key: 'category_id',
    name: 'category_name',
    order: 'sort_num, category_name',
    canStop: true,
  },
  gradeExam: {
    table: 'grade_exam',
    key: 'grade_exam_id',
    name: 'grade_exam_name',
    order: 'exam_date desc, grade_exam_name',
    canStop: false,
  },
  gradeExamSubject: {
    table: 'grade_exam_subject',
    key: 'grade_exam_subject_id',
    name: 'full_name',
    order: 'full_name desc',
    canStop: false,
    searched: 'subject_code',
  },
  projectCategory: {
    table: 'project_category',
    key: 'project_category_id',
    name: 'full_name',
    order: 'sort_num, full_name',
    canStop: true,
  },
  expenseCategory: {
    table: 'expense_category',
    key: 'expense_category_code',
    name: 'expense_category_name',
    order: 'sort_num, expense_category_code',
    canStop: true,
  },
  warningLevel: {
    table: 'warning_level',
    key: 'warning_level_code',
    name: 'warning_level_name',
    order: 'sort_num',
    canStop: false,
  },
  statusWarningType: {
    table: 'status_warning_type',
    key: 'warning_type_code',
    name: 'warning_type_name',
    order: 'indicator, warning_type_code',
    canStop: true,
  },
  warningRule: {
    table: 'warning_rule',
    key: 'warning_rule_id',
    name: 'rule_text',
    order: 'warning_type_code, rule_text',
    canStop: true,
  },
  scoreTemplate: {
    table: 'score_template',
    key: 'score_template_id',
    name: 'score_template_name',
    order: 'is_default desc, score_template_name',
    canStop: true,
  },
} as const satisfies Readonly<Record<string, ReferenceTable>>;
type ReferenceTable = {
  readonly table: string;
  readonly key: string;
  readonly name: string;
  readonly order: string;
  readonly canStop: boolean;
  readonly searched?: string;
  readonly people?: true;
};
export type ReferenceTarget = keyof typeof referenceTargets;

/** A reference table by its name. */
export function referenceTable(to: ReferenceTarget): ReferenceTable {
  return referenceTargets[to];
}

/**
 * What a field holds. On the wire everything is as people write it; in the table a `decimal` is whole hundredths (or
 * tenths, by its `places`), a `time` an instant, lists and `rows` are json, or rows of a table of their own (`child`).
 */
export type FieldKind =
  | { readonly type: 'text'; readonly max: number; readonly format?: TextFormat; readonly lines?: number }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'decimal'; readonly min: number; readonly max: number; readonly places: 1 | 2 }
  | { readonly type: 'yesNo' }
  | { readonly type: 'date' }
  | { readonly type: 'time'; readonly endOfDay: boolean }
  | { readonly type: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly type: 'dictionary'; readonly category: string; readonly many: boolean }
  | { readonly type: 'reference'; readonly to: ReferenceTarget; readonly many: boolean }
  | {
      readonly type: 'rows';
      readonly least: number;
      readonly columns: Readonly<Record<string, Field>>;
      readonly child?: ChildTable;
      readonly json?: JsonForm;
      /** The column of which the last row of the table shows the sum. */
      readonly sum?: string;
    };

/**
 * Rows below a row: the reference resource that they are (its table, its name in the operation log), the column of the
 * parent's key, and the field that tells them apart.
 */
export type ChildTable = {
  readonly resource: string;
  readonly table: string;
  readonly parent: string;
  readonly by: string;
};
/** How rows stand in their json column where that differs from the wire. */
export type JsonForm = {
  readonly store: (rows: readonly WireRow[]) => unknown;
  readonly read: (stored: unknown) => WireRow[];
};
/** Values of a row by wire name, as they travel. */
export type WireRow = Readonly<Record<string, unknown>>;

/** What kind of personal value a field holds; by it the value is hidden from who may not see it whole. */
export type PersonalKind = 'idNumber' | 'phone' | 'email' | 'bank' | 'address' | 'birth' | 'health' | 'other';

/** What a list or a form makes of a field. */
export type FieldOptions = {
  /** An empty value is refused, with a star before the label. */
  readonly required?: true;
  /** Stands in the search card: a text is found by any part of it, everything else by its code. */
  readonly search?: true;
  /** A column of the list, that wide; `auto` shares what is left. */
  readonly list?: number | 'auto';
  /** How far the row has come: its column gives way to no other (decision 094). */
  readonly state?: true;
  /** Given at creation and never changed. */
  readonly fixed?: true;
  /** Set by the server alone. */
  readonly readOnly?: true;
  /** In rows: travels along and is not shown. */
  readonly hidden?: true;
  /** Left empty, it is completed by the server from the others: an empty cell of a workbook says nothing of it. */
  readonly completed?: true;
  /** What a new row starts with. */
  readonly initial?: unknown;
  /** What an empty value means, e.g. 全校. */
  readonly empty?: string;
  /** One line under the input. */
  readonly hint?: string;
  /** Heading above the field and those after it, in a form of many. */
  readonly group?: string;
  /** About a person: never in a list or a workbook, masked in a row by itself (decision 056). */
  readonly personal?: PersonalKind;
  /** Wire name of the name beside a code, where it is not the one that {@link nameKey} makes of its name. */
  readonly shownAs?: string;
  /** Its column, where that is not its name in snake_case. */
  readonly column?: string;
  /**
   * It is what the row has that this reference field points to: the column of the same name there. The commands keep
   * it so when either row changes.
   */
  readonly follows?: string;
  /** With `follows`: it is no column of the row, but looked up whenever it is read. */
  readonly looked?: true;
};

/** A declared field: its Chinese label, what it holds, the schema of its wire value, and how it is shown. */
export type Field<S extends z.ZodType = z.ZodType> = FieldOptions & {
  readonly label: string;
  readonly kind: FieldKind;
  readonly schema: S;
};
/** Fields by wire name, in the order in which forms and lists show them. */
export type Fields = Readonly<Record<string, Field>>;

type Schema<S extends z.ZodType, O extends FieldOptions> = O extends { required: true }
  ? S
  : z.ZodType<z.output<S> | null, z.input<S> | null | undefined>;

/** A field that remembers in its type that it is never written. */
type Declared<S extends z.ZodType, O extends FieldOptions> = Field<Schema<S, O>> &
  (O extends { readonly readOnly: true } ? { readonly readOnly: true } : unknown);

function declare<S extends z.ZodType, O extends FieldOptions>(
  label: string,
  kind: FieldKind,
  schema: S,
  options: O,
): Declared<S, O> {
  // What is empty is null, whatever the form sent.
  const optional = z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());
  return { ...options, label, kind, schema: options.required ? schema : optional } as unknown as Declared<S, O>;
}

const REQUIRED = '必填';
/** A mask that comes back would take the place of what it hides. */
const MASKED = '含有 * 的是隐藏后的内容，请填写完整的内容';
const textUpTo = (max: number) =>
  z
    .string(REQUIRED)
    .trim()
    .min(1, REQUIRED)
    .max(max, `最多 ${String(max)} 个字符`);
const ownText = (max: number, { personal }: FieldOptions) =>
  personal ? textUpTo(max).refine((text) => !text.includes('*'), MASKED) : textUpTo(max);
const code = z.string(REQUIRED).min(1, REQUIRED).max(64, '最多 64 个字符');
const codes = z.array(code).max(200, '最多选择 200 项').default([]);

/** Field builders. `{ required: true }` makes an empty value an error; otherwise it is null. */
export const field = {
  text: <const O extends FieldOptions>(label: string, max: number, options: O) =>
    declare(label, { type: 'text', max }, ownText(max, options), options),
  /** A text of several lines. */
  area: <const O extends FieldOptions>(label: string, max: number, options: O) =>
    declare(label, { type: 'text', max, lines: 4 }, ownText(max, options), options),
  /** A text that is written in one way only: a number of a person, of a telephone, a code. */
  formatted: <const O extends FieldOptions>(label: string, format: TextFormat, max: number, options: O) =>
    declare(
      label,
      { type: 'text', max, format },
      textUpTo(max).superRefine((text, context) => {
        const message = textFormats[format](text);
        if (message !== null) context.addIssue({ code: 'custom', message });
      }),
      options,
    ),
  integer: <const O extends FieldOptions>(label: string, [min, max]: readonly [number, number], options: O) =>
    declare(
      label,
      { type: 'integer', min, max },
      wholeNumber('应为整数').min(min, rangeWords(min, max)).max(max, rangeWords(min, max)),
      options,
    ),
  /** A number with at most two decimals, as text: `89.99`, which may be typed full-width. */
  decimal: <const O extends FieldOptions>(label: string, [min, max]: readonly [number, number], options: O) =>
    declare(label, { type: 'decimal', min, max, places: 2 }, decimalText({ places: 2, min, max }), options),
  /** A number with at most one decimal, as credits and hours are. */
  tenths: <const O extends FieldOptions>(label: string, [min, max]: readonly [number, number], options: O) =>
    declare(label, { type: 'decimal', min, max, places: 1 }, decimalText({ places: 1, min, max }), options),
  /** A day, `YYYY-MM-DD`. */
  date: <const O extends FieldOptions>(label: string, options: O) =>
    declare(label, { type: 'date' }, dateText, options),
  /** A month, `YYYY-MM`. */
  month: <const O extends FieldOptions>(label: string, options: O) =>
    declare(label, { type: 'text', max: 7, format: 'month' }, monthText, options),
  yesNo: <const O extends FieldOptions>(label: string, options: O) =>
    declare(label, { type: 'yesNo' }, yesNoFlag, { required: true, initial: yesNo.no, ...options } as const),
  /** `sfqy`: a stopped row stays readable and leaves every choice (C3). */
  enabled: () =>
    declare('启用', { type: 'yesNo' }, yesNoFlag.default(yesNo.yes), {
      required: true,
      initial: yesNo.yes,
      list: 88,
      search: true,
    } as const),
  /** A moment in school time; `endOfDay`: a day chosen without a time is meant whole. */
  time: <const O extends FieldOptions & { readonly endOfDay?: boolean }>(
    label: string,
    { endOfDay = false, ...options }: O,
  ) => declare(label, { type: 'time', endOfDay }, dateTimeText, options as O),
  choice: <const C extends Readonly<Record<string, string>>, const O extends FieldOptions>(
    label: string,
    options: C,
    more: O,
  ) =>
    declare(
      label,
      { type: 'choice', options },
      z.enum(Object.keys(options) as `${keyof C & (string | number)}`[], REQUIRED),
      more,
    ),
  dictionary: <const O extends FieldOptions>(label: string, category: string, options: O) =>
    declare(label, { type: 'dictionary', category, many: false }, code, options),
  dictionaries: (label: string, category: string, options: FieldOptions) =>
    declare(label, { type: 'dictionary', category, many: true }, codes, {
      ...options,
      required: true,
      initial: [],
    } as const),
  reference: <const O extends FieldOptions>(label: string, to: ReferenceTarget, options: O) =>
    declare(label, { type: 'reference', to, many: false }, to === 'semester' ? semesterKey : code, options),
  /** Several of them; an empty list means all. */
  references: (label: string, to: ReferenceTarget, options: FieldOptions) =>
    declare(label, { type: 'reference', to, many: true }, codes, { ...options, required: true, initial: [] } as const),
  /** A small table typed in place. */
  rows: <const F extends Fields>(
    label: string,
    columns: F,
    {
      length: [min, max],
      child,
      json,
      sum,
      ...options
    }: FieldOptions & {
      readonly length: readonly [number, number];
      readonly child?: ChildTable;
      readonly json?: JsonForm;
      readonly sum?: keyof F & string;
    },
  ) =>
    declare(
      label,
      {
        type: 'rows',
        least: min,
        columns,
        ...(child ? { child } : {}),
        ...(json ? { json } : {}),
        ...(sum ? { sum } : {}),
      },
      z
        .array(shapeOf(columns))
        .min(min, `至少 ${String(min)} 行`)
        .max(max, `最多 ${String(max)} 行`),
      { ...options, required: true, initial: [] } as const,
    ),
};

/** The schemas of some fields, by wire name. */
export type Shape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };
/** Of those that people write. */
export type WrittenShape<F extends Fields> = {
  [K in keyof F as F[K] extends { readonly readOnly: true } ? never : K]: F[K]['schema'];
};

/** The schema of the values of some fields. */
export function shapeOf<F extends Fields>(fields: F): z.ZodObject<Shape<F>> {
  return z.object(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Shape<F>);
}

/**
 * Wire name of the read-only name beside a code: `departmentId` → `departmentName`; null where the value says it
 * itself.
 */
export function nameKey(name: string, { kind, shownAs }: Pick<Field, 'kind' | 'shownAs'>): string | null {
  return kind.type === 'choice' || kind.type === 'dictionary' || kind.type === 'reference'
    ? (shownAs ?? `${name.replace(/(Id|Code)$/, '')}Name`)
    : null;
}
