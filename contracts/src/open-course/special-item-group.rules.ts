import { yesNo, type YesNo } from '../kernel/yes-no.ts';

/** A student of a special item, as his administrative class orders them. */
export interface ItemStudent {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly className: string;
  /** The group that he is in. */
  readonly itemGroupId: string | null;
  /** The status in which he takes no course; null: he does. */
  readonly barredBy: string | null;
}
/** A group of a special item. */
export interface ItemGroup {
  readonly itemGroupId: string;
  readonly groupName: string;
  readonly capacity: number;
  /** Its job is a teaching class: who is in it stays. */
  readonly settled: boolean;
}
/** How the students of an item are parted. */
export interface GroupingWay {
  /** Those who are in a group already are parted again, but for settled groups. */
  readonly again: boolean;
  /** Groups are filled evenly, not one after the other. */
  readonly even: boolean;
  /** Room of further groups, as many as are needed; null: none is made. */
  readonly newCapacity: number | null;
}
/** The way as an operation has it. */
export const groupingWay = (asked: {
  readonly again: YesNo;
  readonly even: YesNo;
  readonly newCapacity?: number | undefined;
}): GroupingWay => ({
  again: asked.again === yesNo.yes,
  even: asked.even === yesNo.yes,
  newCapacity: asked.newCapacity ?? null,
});

/** What a group becomes. */
export interface PlannedGroup {
  /** Null: it is made. */
  readonly itemGroupId: string | null;
  readonly groupName: string;
  readonly capacity: number;
  readonly before: number;
  readonly students: readonly ItemStudent[];
  /** Who comes into it. */
  readonly coming: readonly string[];
}
/** Who comes where, and who finds no place. */
export interface ItemGrouping {
  readonly groups: readonly PlannedGroup[];
  readonly left: readonly { readonly student: ItemStudent; readonly reason: string }[];
}

/** Further groups at a time at most. */
export const NEW_GROUPS = 60;

/** How many of some students each group takes: in turn to its room, or so that all come to the same size. */
function shares(count: number, groups: readonly { has: number; capacity: number }[], even: boolean): number[] {
  const taken = groups.map(() => 0);
  const room = (at: number): number => groups[at]!.capacity - groups[at]!.has - taken[at]!;
  if (!even) {
    let rest = count;
    return groups.map((_group, at) => {
      const share = Math.max(0, Math.min(rest, room(at)));
      rest -= share;
      return share;
    });
  }
  for (let rest = count; rest > 0; rest -= 1) {
    const open = groups.map((_group, at) => at).filter((at) => room(at) > 0);
    if (open.length === 0) break;
    const least = open.reduce((best, at) =>
      groups[at]!.has + taken[at]! < groups[best]!.has + taken[best]! ? at : best,
    );
    taken[least]! += 1;
  }
  return taken;
}

/** Names of further groups that none has yet. */
function freeNames(groups: readonly ItemGroup[], count: number): string[] {
  const taken = new Set(groups.map(({ groupName }) => groupName));
  const names: string[] = [];
  for (let at = 1; names.length < count; at += 1) {
    const name = `第${String(at)}组`;
    if (!taken.has(name)) names.push(name);
  }
  return names;
}

/**
 * Parts the students of an item into its groups (OPEN-COURSE-18): by administrative class, in the order in which they
 * are given, each in one group, none beyond its room. Who finds no place is told with why.
 */
export function groupItemStudents(
  students: readonly ItemStudent[],
  groups: readonly ItemGroup[],
  { again, even, newCapacity }: GroupingWay,
): ItemGrouping {
  const settled = new Set(groups.flatMap(({ itemGroupId, settled: stays }) => (stays ? [itemGroupId] : [])));
  const stays = ({ itemGroupId }: ItemStudent): boolean => itemGroupId !== null && (!again || settled.has(itemGroupId));
  const waiting = students.filter((student) => !stays(student));
  const coming = waiting.filter(({ barredBy }) => barredBy === null);
  const standing = groups.map((group) => ({
    ...group,
    itemGroupId: group.itemGroupId as string | null,
    before: students.filter(({ itemGroupId }) => itemGroupId === group.itemGroupId).length,
    keeps: students.filter((student) => student.itemGroupId === group.itemGroupId && stays(student)),
  }));
  const room = standing.reduce((all, { capacity, keeps }) => all + Math.max(0, capacity - keeps.length), 0);
  const missing = Math.max(0, coming.length - room);
  const more = newCapacity === null ? 0 : Math.min(NEW_GROUPS, Math.ceil(missing / newCapacity));
  const all = [
    ...standing,
    ...freeNames(groups, more).map((groupName) => ({
      itemGroupId: null,
      groupName,
      capacity: newCapacity ?? 0,
      before: 0,
      keeps: [] as ItemStudent[],
    })),
  ];
  const counts = shares(
    coming.length,
    all.map(({ keeps, capacity }) => ({ has: keeps.length, capacity })),
    even,
  );
  let from = 0;
  const planned = all.map(({ itemGroupId, groupName, capacity, before, keeps }, at) => {
    const own = coming.slice(from, (from += counts[at] ?? 0));
    const members = new Set([...keeps, ...own]);
    return {
      itemGroupId,
      groupName,
      capacity,
      before,
      students: students.filter((student) => members.has(student)),
      coming: own.flatMap((one) => (one.itemGroupId === itemGroupId && itemGroupId !== null ? [] : [one.studentCode])),
    };
  });
  const placed = new Set(coming.slice(0, from));
  return {
    groups: planned,
    left: waiting.flatMap((student) => {
      if (student.barredBy !== null) return [{ student, reason: `学籍状态为“${student.barredBy}”` }];
      if (placed.has(student)) return [];
      return [{ student, reason: groups.length === 0 && newCapacity === null ? '还没有分组' : '各组容量已满' }];
    }),
  };
}
