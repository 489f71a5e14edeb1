/** What of an item decides who may take it. */
interface LimitedItem {
  readonly capacity: number | null;
  readonly studentNum: number;
  readonly sexLimit: string | null;
}
const sexNames: Readonly<Record<string, string>> = { '1': '男生', '2': '女生' };

/** Why somebody of a sex cannot take an item (SCHEME-34); null: he can. */
export function itemProblem({ capacity, studentNum, sexLimit }: LimitedItem, sex: string): string | null {
  if (sexLimit !== null && sexLimit !== sex) return `只限${sexNames[sexLimit] ?? '指定性别的学生'}`;
  if (capacity !== null && studentNum >= capacity) return `名额已满（${String(capacity)} 人）`;
  return null;
}
