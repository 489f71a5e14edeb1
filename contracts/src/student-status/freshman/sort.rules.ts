import type { FieldError } from '../../kernel/envelope.ts';

/** What a list of people is put in order for (STUDENT-STATUS-15). */
export const sortUses = { '1': '分班', '2': '编学号', '3': '分流', '4': '班内排序' } as const;
export type SortUse = keyof typeof sortUses;
export const sortUse = { division: '1', number: '2', stream: '3', inClass: '4' } as const satisfies Record<
  string,
  SortUse
>;

/** What people are put in order by; marks come with the highest first unless a rule says otherwise. */
export const sortFields = {
  totalScore: '高考总分',
  chineseScore: '语文',
  mathScore: '数学',
  foreignScore: '外语',
  comprehensiveScore: '综合（选考）',
  rankScore: '排名成绩',
  pinyin: '姓名拼音',
  sex: '性别',
  origin: '生源地',
  examineeNumber: '考生号',
  studentNumber: '学号',
} as const;
export type SortField = keyof typeof sortFields;
export const sortOrders = { asc: '从小到大', desc: '从大到小' } as const;
export type SortOrder = keyof typeof sortOrders;

/** One field of a rule. */
export interface SortKey {
  readonly field: SortField;
  readonly order: SortOrder;
}
/** A person as rules see him: numbers in any one unit, texts; what is missing comes last. */
export type Sortable = Partial<Readonly<Record<SortField, number | string | null>>> & {
  /** Name, by whose sound people are ordered who have no pinyin. */
  readonly name?: string;
};

const bySound = new Intl.Collator('zh-Hans-CN-u-co-pinyin');

function compared(one: Sortable, other: Sortable, { field, order }: SortKey): number {
  const [a, b] = field === 'pinyin' ? [one.name, other.name] : [one[field], other[field]];
  const [noneA, noneB] = [a === null || a === undefined || a === '', b === null || b === undefined || b === ''];
  if (noneA || noneB) return Number(noneA) - Number(noneB);
  const way = order === 'desc' ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return way * (a - b);
  if (field === 'pinyin') return way * bySound.compare(String(a), String(b));
  return way * (String(a) < String(b) ? -1 : Number(String(a) > String(b)));
}

/**
 * People in the order of a rule (STUDENT-STATUS-15). `keyOf` parts those whom the rule does not: the same people come
 * in the same order, however they were given.
 */
export function sortBy<P extends Sortable>(
  rule: readonly SortKey[],
  people: readonly P[],
  keyOf: (person: P) => string,
): P[] {
  return people.toSorted((one, other) => {
    for (const key of rule) {
      const order = compared(one, other, key);
      if (order !== 0) return order;
    }
    return keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other));
  });
}

/** Fields that no person has yet when the order is asked for, by what it is asked for. */
const unknownYet: Readonly<Record<SortUse, readonly SortField[]>> = {
  '1': ['rankScore', 'studentNumber'],
  '2': ['rankScore', 'studentNumber'],
  '3': [],
  '4': ['rankScore'],
};

/** What is wrong with the fields of a rule: twice the same, or one that nobody has at that time. */
export function sortRuleProblems(
  useFor: SortUse,
  keys: readonly { readonly field: SortField; readonly order: SortOrder }[],
): FieldError[] {
  return keys.flatMap(({ field }, index) => {
    const at = `sortFields.${String(index)}.field`;
    if (keys.findIndex((other) => other.field === field) < index) return [{ field: at, message: '字段重复' }];
    return unknownYet[useFor].includes(field)
      ? [{ field: at, message: `${sortUses[useFor]}时还没有${sortFields[field]}` }]
      : [];
  });
}
