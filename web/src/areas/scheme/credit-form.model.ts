import { numberProblem, parseDecimal, plainNumber } from '@jwxt/contracts/kernel/number-text.ts';
import type { SystemLine, SystemNode } from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import {
  creditBelow,
  creditProblems,
  type CreditNode,
  type CreditProblem,
} from '@jwxt/contracts/scheme/scheme-system.rules.ts';

/** What is typed of a module or class; empty: not asked for. */
export type TypedCredit = {
  readonly minCredit: string;
  readonly maxCredit: string;
  readonly minHours: string;
  readonly minCourseNum: string;
};
export type CreditField = keyof TypedCredit;
/** What was changed, by node. */
export type CreditChanges = Readonly<Record<string, Partial<TypedCredit>>>;

/** Decimal places and the most of each field. */
export const creditRules: Readonly<Record<CreditField, { places: number; min: number; max: number }>> = {
  minCredit: { places: 1, min: 0, max: 999.9 },
  maxCredit: { places: 1, min: 0, max: 999.9 },
  minHours: { places: 1, min: 0, max: 9999 },
  minCourseNum: { places: 0, min: 0, max: 99 },
};

/** What stands in the fields of a node: what was typed, else what is stored. */
export function typedOf(node: SystemNode, changes: CreditChanges): TypedCredit {
  return {
    minCredit: node.minCredit ?? '',
    maxCredit: node.maxCredit ?? '',
    minHours: node.minHours ?? '',
    minCourseNum: node.minCourseNum === null ? '' : String(node.minCourseNum),
    ...changes[node.nodeId],
  };
}

/** Tenths of what is typed; null: nothing, or no number. */
export function tenths(typed: string): number | null {
  const text = plainNumber(typed);
  return text === '' || numberProblem(text, { places: 1 }) !== null ? null : parseDecimal(text, 1);
}

/** A field with another text in it: what is stored again counts as no change. */
export function changed(
  nodes: readonly SystemNode[],
  changes: CreditChanges,
  nodeId: string,
  field: CreditField,
  value: string,
): CreditChanges {
  const node = nodes.find((each) => each.nodeId === nodeId);
  if (!node) return changes;
  const { [field]: _before, ...others } = changes[nodeId] ?? {};
  const own = typedOf(node, {})[field] === value ? others : { ...others, [field]: value };
  const { [nodeId]: _gone, ...rest } = changes;
  return Object.keys(own).length === 0 ? rest : { ...rest, [nodeId]: own };
}

/** The sums and what is wrong with what is typed, as the server would say it. */
export function judged(
  nodes: readonly SystemNode[],
  changes: CreditChanges,
  total: string | null,
): { arranged: number; below: (nodeId: string) => number; problems: CreditProblem[] } {
  const credits = nodes.map((node): CreditNode => {
    const { minCredit, maxCredit } = typedOf(node, changes);
    return {
      nodeId: node.nodeId,
      parentId: node.parentId,
      name: node.name,
      min: tenths(minCredit),
      max: tenths(maxCredit),
    };
  });
  const sum = creditBelow(credits);
  const wrong = nodes.flatMap((node): CreditProblem[] => {
    const typed = typedOf(node, changes);
    const fields = Object.keys(creditRules) as CreditField[];
    const first = fields.find(
      (field) => plainNumber(typed[field]) !== '' && numberProblem(typed[field], creditRules[field]) !== null,
    );
    if (first)
      return [
        { nodeId: node.nodeId, message: `“${node.name}”${numberProblem(typed[first], creditRules[first]) ?? ''}` },
      ];
    const only = typed.minCredit.trim() === '' && fields.some((field) => typed[field].trim() !== '');
    return only ? [{ nodeId: node.nodeId, message: `“${node.name}”请填写最低学分` }] : [];
  });
  return {
    arranged: sum(null),
    below: sum,
    problems: [...wrong, ...creditProblems(credits, total === null ? null : tenths(total))],
  };
}

/** What is sent of the changes. */
export function changedLines(nodes: readonly SystemNode[], changes: CreditChanges): SystemLine[] {
  const text = (value: string): string | null => (plainNumber(value) === '' ? null : plainNumber(value));
  return nodes.flatMap((node): SystemLine[] => {
    if (changes[node.nodeId] === undefined) return [];
    const { minCredit, maxCredit, minHours, minCourseNum } = typedOf(node, changes);
    return [
      {
        moduleId: node.moduleId,
        classifyId: node.classifyId,
        minCredit: text(minCredit),
        maxCredit: text(maxCredit),
        minHours: text(minHours),
        minCourseNum: text(minCourseNum) === null ? null : Number(plainNumber(minCourseNum)),
      },
    ];
  });
}
