import type { MovementGroup } from './student-figures.operations.ts';

/** Why somebody comes to a group, in the order of the return (学生变动情况). */
export const inKinds = {
  enrolled: '招生',
  resumed: '复学',
  transferred: '转入',
  otherIn: '其他增加',
  fromGroup: '校内转入',
} as const;
/** Why somebody leaves it. */
export const outKinds = {
  graduated: '毕业',
  completed: '结业',
  incomplete: '肄业',
  suspended: '休学',
  withdrawn: '退学',
  expelled: '开除',
  died: '死亡',
  transferredOut: '转出',
  otherOut: '其他减少',
  toGroup: '校内转出',
} as const;
export type InKind = keyof typeof inKinds;
export type OutKind = keyof typeof outKinds;
export const inKindList = Object.keys(inKinds) as readonly InKind[];
export const outKindList = Object.keys(outKinds) as readonly OutKind[];

/** By XJ_YDLB of the change that brings somebody back or in; a student without a change has been enrolled. */
export const inKindOfChange: Readonly<Record<string, InKind>> = {
  '08': 'resumed',
  '12': 'resumed',
  '15': 'enrolled',
  '17': 'resumed',
  '22': 'transferred',
  '65': 'resumed',
};
/** By XTGL_XSDQZT of the status after it. */
export const outKindOfStatus: Readonly<Record<string, OutKind>> = {
  '02': 'suspended',
  '03': 'withdrawn',
  '04': 'suspended',
  '07': 'graduated',
  '08': 'completed',
  '09': 'incomplete',
  '10': 'transferredOut',
  '11': 'died',
  '14': 'expelled',
};

/** How many went between two groups (null: not in school, or not within sight), and why on either side. */
export interface Moves {
  readonly from: string | null;
  readonly to: string | null;
  readonly inKind: InKind;
  readonly outKind: OutKind;
  readonly num: number;
}
/** Heads of a group at a day. */
export interface Heads {
  readonly code: string;
  readonly num: number;
}

/**
 * The table of changes: for each group what it had, who came, who went, what it has, and whether that adds up
 * (STUDENT-STATUS-17). Groups by code; `nameOf` says what people call one.
 */
export function movementGroups(
  opening: readonly Heads[],
  moves: readonly Moves[],
  closing: readonly Heads[],
  nameOf: (code: string) => string,
): MovementGroup[] {
  const numbers = (heads: readonly Heads[]) => new Map(heads.map(({ code, num }) => [code, num]));
  const [before, after] = [numbers(opening), numbers(closing)];
  const codes = new Set([
    ...before.keys(),
    ...after.keys(),
    ...moves.flatMap(({ from, to }) => [from, to].filter((code) => code !== null)),
  ]);
  return [...codes].sort().map((code) => {
    const sum = (found: readonly Moves[]) => found.reduce((all, { num }) => all + num, 0);
    const came = moves.filter(({ to }) => to === code);
    const went = moves.filter(({ from }) => from === code);
    return group({
      code,
      name: nameOf(code),
      opening: before.get(code) ?? 0,
      in: inKindList.map((kind) => sum(came.filter(({ inKind }) => inKind === kind))),
      out: outKindList.map((kind) => sum(went.filter(({ outKind }) => outKind === kind))),
      closing: after.get(code) ?? 0,
    });
  });
}

const added = (numbers: readonly number[]): number => numbers.reduce((all, num) => all + num, 0);

function group(figures: Omit<MovementGroup, 'inTotal' | 'outTotal' | 'balanced'>): MovementGroup {
  const [inTotal, outTotal] = [added(figures.in), added(figures.out)];
  return { ...figures, inTotal, outTotal, balanced: figures.opening + inTotal - outTotal === figures.closing };
}

/** All groups together: the last row of the table. */
export function movementTotal(groups: readonly MovementGroup[]): MovementGroup {
  const columns = (side: 'in' | 'out', kinds: readonly string[]) =>
    kinds.map((_, index) => added(groups.map((each) => each[side][index] ?? 0)));
  return group({
    code: '',
    name: '合计',
    opening: added(groups.map(({ opening }) => opening)),
    in: columns('in', inKindList),
    out: columns('out', outKindList),
    closing: added(groups.map(({ closing }) => closing)),
  });
}
