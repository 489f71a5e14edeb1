import { createHash } from 'node:crypto';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { makeupOption, type MakeupOption, type MakeupType } from '@jwxt/contracts/score/score.vocabulary.ts';

/** One student to be listed, with the original score. */
export interface Listed {
  readonly studentCode: string;
  readonly makeupType: MakeupType;
  readonly originAttemptId: string;
  readonly originTeachingClassId: string;
  readonly originRemarkCode: string;
  readonly originFinal: number | null;
  readonly originCells: Readonly<Record<string, CellValue>>;
  readonly course: {
    readonly courseId: string;
    readonly courseNum: string;
    readonly courseName: string;
    readonly openDepartmentId: string;
    readonly openDepartmentName: string;
    readonly xqdm: string;
    readonly scoreHierarchyCode: string;
  };
  readonly rules: SheetRules;
}

/** A group that exists and may still grow. */
export interface OpenGroup {
  readonly makeupCourseId: string;
  readonly courseId: string;
  readonly itemsKey: string;
  readonly option: MakeupOption;
}

/** A group after planning: who comes in, and whether it is new. */
export interface PlannedGroup extends OpenGroup {
  readonly isNew: boolean;
  /** Running number of the group among those of the course. */
  readonly serial: number;
  readonly students: readonly Listed[];
}

/**
 * The group that these rules need when the exam is replaced: students with other items cannot share a sheet. Empty
 * where the exam counts 100 %.
 */
export function itemsKeyOf({ items, scoreHierarchyCode, digit }: SheetRules, option: MakeupOption): string {
  return option === makeupOption.countsAlone
    ? ''
    : createHash('sha256')
        .update(JSON.stringify([items, scoreHierarchyCode, digit]))
        .digest('hex')
        .slice(0, 16);
}

/** 替代期末 needs an exam item to replace; without one the exam counts 100 %. */
export function optionFor({ items }: SheetRules, wanted: MakeupOption): MakeupOption {
  return wanted === makeupOption.replacesExam && items.some((item) => item.isExamItem && item.enable === 'true')
    ? makeupOption.replacesExam
    : makeupOption.countsAlone;
}

/**
 * Puts students into groups of a course (and of equal items where the exam is replaced): into one that may still grow,
 * else into a new one with the next number. `serials` counts the groups that each course has in the make-up semester.
 */
export function planGroups(
  students: readonly Listed[],
  wanted: MakeupOption,
  open: readonly OpenGroup[],
  serials: ReadonlyMap<string, number>,
  idOf: (courseNum: string, serial: number) => string,
): PlannedGroup[] {
  const planned = new Map<string, { group: Omit<PlannedGroup, 'students'>; students: Listed[] }>();
  const next = new Map(serials);
  for (const student of students) {
    const option = optionFor(student.rules, wanted);
    const itemsKey = itemsKeyOf(student.rules, option);
    const { courseId, courseNum } = student.course;
    const key = `${courseId} ${option} ${itemsKey}`;
    let entry = planned.get(key);
    if (!entry) {
      const known = open.find(
        (group) => group.courseId === courseId && group.option === option && group.itemsKey === itemsKey,
      );
      const serial = known ? 0 : (next.get(courseId) ?? 0) + 1;
      if (!known) next.set(courseId, serial);
      entry = {
        group: known
          ? { ...known, isNew: false, serial }
          : { makeupCourseId: idOf(courseNum, serial), courseId, itemsKey, option, isNew: true, serial },
        students: [],
      };
      planned.set(key, entry);
    }
    entry.students.push(student);
  }
  return [...planned.values()].map(({ group, students: listed }) => ({ ...group, students: listed }));
}
