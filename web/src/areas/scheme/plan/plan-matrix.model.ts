import type { PlanCell, PlanDetail, PlanLimit } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planSum, type PlanSum } from '@jwxt/contracts/scheme/plan/plan-sums.ts';
import { semesterOfTerm } from '@jwxt/contracts/scheme/plan/term.rules.ts';

/** A column of the matrix: a term with what is planned in it. */
export interface PlanTerm {
  readonly term: number;
  readonly semesterId: string;
  readonly when: 'past' | 'now' | 'ahead';
  readonly sum: PlanSum;
}
/** A line of the matrix: a class of courses with its rows by term. */
export interface PlanLine {
  readonly key: string;
  /** Module and class. */
  readonly names: readonly [module: string, classify: string];
  readonly cells: ReadonlyMap<number, readonly PlanCell[]>;
  readonly sum: PlanSum;
  readonly limit: PlanLimit | null;
}

/** Terms of the plan: those of the length of study, and those beyond it that have rows. */
export function termsOf({ terms, grade, currentTerm, rows }: PlanDetail): PlanTerm[] {
  const last = Math.max(terms, ...rows.map(({ term }) => term));
  return Array.from({ length: last }, (_, index) => {
    const term = index + 1;
    return {
      term,
      semesterId: semesterOfTerm(grade, term),
      when: term < currentTerm ? 'past' : term === currentTerm ? 'now' : 'ahead',
      sum: planSum(rows.filter((row) => row.term === term)),
    };
  });
}

/** Lines of the matrix in the order of the version's tree; classes without courses only where they ask for some. */
export function linesOf(rows: readonly PlanCell[], limits: readonly PlanLimit[]): PlanLine[] {
  const byPlace = Map.groupBy(rows, (row) => row.courseSystemId || row.courseSystemName);
  const order = new Map(limits.map(({ nodeId }, index) => [nodeId, index]));
  const asked = limits.filter(({ nodeId, minCredit }) => minCredit !== '' && !byPlace.has(nodeId) && isLeaf(nodeId));
  const lines = [...byPlace].map(([place, ofPlace]): PlanLine => {
    const limit = limits.find(({ nodeId }) => nodeId === place) ?? null;
    return {
      key: place,
      names: namesOf(ofPlace[0]?.courseSystemName ?? '', limit, limits),
      cells: Map.groupBy(ofPlace, ({ term }) => term),
      sum: planSum(ofPlace),
      limit,
    };
  });
  return [
    ...lines,
    ...asked.map((limit): PlanLine => ({
      key: limit.nodeId,
      names: namesOf('', limit, limits),
      cells: new Map(),
      sum: planSum([]),
      limit,
    })),
  ].toSorted((a, b) => (order.get(a.key) ?? 1e6) - (order.get(b.key) ?? 1e6) || a.key.localeCompare(b.key, 'zh-CN'));

  /** A class: nothing stands below it in the tree. */
  function isLeaf(nodeId: string): boolean {
    const at = limits.findIndex((limit) => limit.nodeId === nodeId);
    const [here, next] = [limits[at], limits[at + 1]];
    return here !== undefined && (next === undefined || next.depth <= here.depth);
  }
}

function namesOf(shown: string, limit: PlanLimit | null, limits: readonly PlanLimit[]): PlanLine['names'] {
  if (limit === null) {
    const [module = '', classify = ''] = shown.split('／');
    return [module === '' ? '未分模块' : module, classify];
  }
  const at = limits.indexOf(limit);
  const above = limits.slice(0, at).findLast(({ depth }) => depth < limit.depth);
  return [above?.name ?? limit.name, above ? limit.name : ''];
}
