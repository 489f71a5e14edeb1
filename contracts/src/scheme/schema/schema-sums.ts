import { pathOfNode, type FrameNode, type SchemaFrame } from './schema-frame.ts';
import type { SchemaCourse } from './schema-course.ts';

/** Attributes of the courses that everybody takes, and of those that are chosen from (XTGL_KCSXDMJ). */
const requiredAttributes: readonly string[] = ['1', '5', '6'];
const electiveAttributes: readonly string[] = ['2', '3', '7', '8'];
const PRACTICE_ATTRIBUTE = '5';
const PRACTICE_NATURE = '07';
/** Hour types that are practice: 实验, 上机, 实践. */
const practiceHours: readonly string[] = ['2', '3', '4'];
export const THEORY_HOURS = '1';

/** Whether everybody takes a course. */
export function isRequired({ courseAttribute }: Pick<SchemaCourse, 'courseAttribute'>): boolean {
  return requiredAttributes.includes(courseAttribute);
}
/** Whether a course is one to choose from. */
export function isElective({ courseAttribute }: Pick<SchemaCourse, 'courseAttribute'>): boolean {
  return electiveAttributes.includes(courseAttribute);
}

type Counted = Pick<SchemaCourse, 'courseAttribute' | 'courseNature' | 'credit' | 'totalHour' | 'hours'>;
/** Credit of a course that is practice, in tenths: all of it, or as much of it as of its hours. */
export function practiceCredit({ courseAttribute, courseNature, credit, totalHour, hours }: Counted): number {
  if (courseAttribute === PRACTICE_ATTRIBUTE || courseNature === PRACTICE_NATURE) return credit;
  const practical = sumOf(hours.filter(({ xsbh }) => practiceHours.includes(xsbh)).map(({ xs }) => xs));
  return totalHour === 0 ? 0 : Math.round((credit * Math.min(practical, totalHour)) / totalHour);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What is arranged, in tenths: by terms, modules and kinds. */
export interface Sums {
  readonly courses: number;
  readonly credit: number;
  readonly hours: number;
}
const nothing: Sums = { courses: 0, credit: 0, hours: 0 };
const added = (sums: Sums | undefined, { credit, totalHour }: Pick<SchemaCourse, 'credit' | 'totalHour'>): Sums => {
  const { courses, credit: credits, hours } = sums ?? nothing;
  return { courses: courses + 1, credit: credits + credit, hours: hours + totalHour };
};

/** Credit and hours of all rows, and of each term. */
export function termSums(courses: readonly SchemaCourse[]): { all: Sums; terms: ReadonlyMap<number, Sums> } {
  const terms = new Map<number, Sums>();
  let all = nothing;
  for (const course of courses) {
    terms.set(course.term, added(terms.get(course.term), course));
    all = added(all, course);
  }
  return { all, terms };
}

/** Credit and hours of each node of the frame, those of the nodes below it included. */
export function nodeSums(courses: readonly SchemaCourse[], nodes: readonly FrameNode[]): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const course of courses)
    for (const { nodeId } of pathOfNode(nodes, course.classifyId)) sums.set(nodeId, added(sums.get(nodeId), course));
  return sums;
}

/** What a student has to earn by a scheme, in tenths. */
export interface CreditTotals {
  readonly required: number;
  /** Of the courses to choose from: as much as their modules ask for. */
  readonly elective: number;
  readonly total: number;
  /** All that may be chosen from. */
  readonly offered: number;
  readonly practice: number;
  readonly hours: number;
}

/**
 * Credits that a scheme asks for: required courses in full, courses to choose from as far as their module wants them,
 * which is what required ones leave of its least credit; without a least credit all of them.
 */
export function creditTotals(courses: readonly SchemaCourse[], { nodes }: Pick<SchemaFrame, 'nodes'>): CreditTotals {
  const required = courses.filter(isRequired);
  const electives = courses.filter(isElective);
  const modules = new Set(electives.map(({ classifyId }) => wantingNode(nodes, classifyId)?.nodeId ?? classifyId));
  let elective = 0;
  for (const place of modules) {
    const within = ({ classifyId }: SchemaCourse) => (wantingNode(nodes, classifyId)?.nodeId ?? classifyId) === place;
    const offered = sumOf(electives.filter(within).map(({ credit }) => credit));
    const least = nodes.find(({ nodeId }) => nodeId === place)?.minCredit ?? null;
    const left = least === null ? offered : Math.max(0, least - sumOf(required.filter(within).map(creditOf)));
    elective += Math.min(offered, left);
  }
  const requiredCredit = sumOf(required.map(creditOf));
  return {
    required: requiredCredit,
    elective,
    total: requiredCredit + elective,
    offered: sumOf(electives.map(creditOf)),
    practice: sumOf(required.map(practiceCredit)),
    hours: sumOf(required.map(({ totalHour }) => totalHour)),
  };
}
const creditOf = ({ credit }: SchemaCourse): number => credit;

/** The nearest node, from a classify upwards, that asks for credits. */
function wantingNode(nodes: readonly FrameNode[], classifyId: string): FrameNode | undefined {
  return pathOfNode(nodes, classifyId).findLast(({ minCredit }) => minCredit !== null);
}

/** A row of required, arranged and difference (SCHEME-20), in tenths. */
export interface NodeRequirement {
  readonly node: FrameNode;
  readonly depth: number;
  readonly sums: Sums;
  /** Arranged above the least; negative: missing. Null where nothing is asked for. */
  readonly difference: number | null;
}

/** What each module and classify asks for and has, in the order of the tree. */
export function nodeRequirements(
  courses: readonly SchemaCourse[],
  { nodes }: Pick<SchemaFrame, 'nodes'>,
): NodeRequirement[] {
  const sums = nodeSums(courses, nodes);
  return nodes.map((node) => {
    const own = sums.get(node.nodeId) ?? nothing;
    return {
      node,
      depth: pathOfNode(nodes, node.nodeId).length - 1,
      sums: own,
      difference: node.minCredit === null ? null : own.credit - node.minCredit,
    };
  });
}
