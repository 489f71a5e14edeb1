import { itemProblem } from './special-item.rules.ts';

/** An item that is a level of a course. */
export interface Level {
  readonly specialItemId: string;
  readonly itemName: string;
  readonly capacity: number | null;
  readonly studentNum: number;
  readonly sexLimit: string | null;
  /** The least score of who comes into it, in tenths; null: nobody comes by score. */
  readonly minScore: number | null;
}
/** What a line of a file says of a student. */
export interface LevelLine {
  readonly studentCode: string;
  readonly sex: string;
  /** The item of this course that he is in. */
  readonly heldItemId: string | null;
  /** By name; empty: by his score. */
  readonly level: string;
  /** In tenths. */
  readonly score: number | null;
}
/** Where a student comes, or why nowhere. */
export type Placement = { readonly specialItemId: string } | { readonly reason: string };

function levelOf({ level, score }: LevelLine, levels: readonly Level[]): Level | string {
  if (level !== '') return levels.find(({ itemName }) => itemName === level) ?? `这门课程没有专项“${level}”`;
  if (score === null) return '专项和分级成绩至少填写一项';
  const drawn = levels
    .filter(({ minScore }) => minScore !== null)
    .toSorted((one, other) => Number(other.minScore) - Number(one.minScore));
  if (drawn.length === 0) return '这门课程的专项没有设置分级分数线';
  return drawn.find(({ minScore }) => score >= Number(minScore)) ?? '低于最低的分级分数线';
}

/**
 * Which level each student of a file comes into (SCHEME-34): the one that is named, else the highest whose bound his
 * score reaches, within its room and of its sex. Where room is short, those who are named come first, then the better
 * scores, then the order of the file. Nobody is moved out of another level, nor into a lower one.
 */
export function placeByLevel(lines: readonly LevelLine[], levels: readonly Level[]): Placement[] {
  const taken = new Map(levels.map(({ specialItemId, studentNum }) => [specialItemId, studentNum]));
  const places = lines.map((): Placement => ({ reason: '' }));
  const order = lines
    .map((_line, at) => at)
    .toSorted((one, other) => {
      const named = (at: number): number => (lines[at]!.level === '' ? 1 : 0);
      return named(one) - named(other) || (lines[other]!.score ?? 0) - (lines[one]!.score ?? 0) || one - other;
    });
  for (const at of order) {
    const line = lines[at]!;
    const level = levelOf(line, levels);
    if (typeof level === 'string') {
      places[at] = { reason: level };
      continue;
    }
    const { specialItemId, itemName } = level;
    const held = levels.find((each) => each.specialItemId === line.heldItemId);
    if (held && held !== level) {
      places[at] = { reason: `应在“${itemName}”，已在“${held.itemName}”，请先移出或办理专项变更` };
      continue;
    }
    const studentNum = taken.get(specialItemId) ?? 0;
    const problem = held ? null : itemProblem({ ...level, studentNum }, line.sex);
    if (problem !== null) places[at] = { reason: `“${itemName}”${problem}` };
    else {
      places[at] = { specialItemId };
      if (!held) taken.set(specialItemId, studentNum + 1);
    }
  }
  return places;
}
