import { z } from 'zod';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { itemsProblem } from '@jwxt/contracts/score/score-items.ts';
import { scoreItem, type ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/**
 * The items of a template as a sheet takes them, without the ends between which teachers may move a proportion: those
 * belong to the template. One that no sheet can have (loaded from elsewhere, or written before the rules) is
 * EXAM_TEMPLATE_UNUSABLE, saying which and why.
 */
export function templateItems(
  scoreTemplateName: string,
  items: unknown,
  gradeScales: ReadonlyMap<string, string>,
): ScoreItem[] | Refused {
  const unusable = (problem: string): Refused => refuse('EXAM_TEMPLATE_UNUSABLE', { name: scoreTemplateName, problem });
  const read = z.array(scoreItem).safeParse(items);
  if (!read.success) {
    const [at] = read.error.issues[0]?.path ?? [];
    return unusable(typeof at === 'number' ? `第${at + 1}个分项的内容不完整或有误` : '分项的内容有误');
  }
  const problem = itemsProblem(read.data, gradeScales);
  if (problem) return unusable(errorText(problem.code, problem.details));
  const keys = read.data.map(({ dataKey }) => dataKey);
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  return twice === undefined ? read.data : unusable(`分项代码“${twice}”重复`);
}
