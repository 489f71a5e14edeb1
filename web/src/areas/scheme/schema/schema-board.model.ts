import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { pathOfNode, type FrameNode, type SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import { nodeSums, type Sums } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { TERMS } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';

/** A line of the board: a module above its classes, or a class with the courses of each term. */
export interface BoardLine {
  readonly node: FrameNode;
  readonly depth: number;
  readonly sums: Sums;
  /** Of a class: its courses by term. */
  readonly terms: ReadonlyMap<number, readonly SchemaCourse[]> | null;
}

const none: Sums = { courses: 0, credit: 0, hours: 0 };
/** Stands for the class of courses whose own one the version does not have. */
export const LOST = '';

/** The lines of a scheme, in the order of its tree; a last one for courses without a class where there are any. */
export function boardLines(courses: readonly SchemaCourse[], { nodes }: Pick<SchemaFrame, 'nodes'>): BoardLine[] {
  const sums = nodeSums(courses, nodes);
  const byClass = Map.groupBy(courses, ({ classifyId }) => classifyId);
  const lines = nodes.map((node): BoardLine => ({
    node,
    depth: pathOfNode(nodes, node.nodeId).length - 1,
    sums: sums.get(node.nodeId) ?? none,
    terms: node.kind === 'classify' ? Map.groupBy(byClass.get(node.nodeId) ?? [], ({ term }) => term) : null,
  }));
  const known = new Set(nodes.flatMap(({ nodeId, kind }) => (kind === 'classify' ? [nodeId] : [])));
  const lost = courses.filter(({ classifyId }) => !known.has(classifyId));
  if (lost.length === 0) return lines;
  const node: FrameNode = {
    nodeId: LOST,
    kind: 'classify',
    name: '未归类',
    parentId: null,
    courseNature: null,
    courseAttribute: null,
    minCredit: null,
    maxCredit: null,
    minHours: null,
    minCourseNum: null,
  };
  return [...lines, { node, depth: 0, sums: none, terms: Map.groupBy(lost, ({ term }) => term) }];
}

/** Terms that have a column: those of the length of study, and later ones that have courses. */
export function boardTerms(courses: readonly SchemaCourse[], { terms }: Pick<SchemaFrame, 'terms'>): number[] {
  const last = Math.min(TERMS, Math.max(terms, ...courses.map(({ term }) => term)));
  return Array.from({ length: last }, (_none, index) => index + 1);
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** Where a course goes by a key: another term, or the class above or below; null at the edge. */
export function movedBy(
  course: SchemaCourse,
  direction: Direction,
  lines: readonly BoardLine[],
  terms: readonly number[],
): SchemaCourse | null {
  if (direction === 'ArrowLeft' || direction === 'ArrowRight') {
    const term = course.term + (direction === 'ArrowLeft' ? -1 : 1);
    return terms.includes(term) || term === (terms.at(-1) ?? 0) + 1
      ? term > TERMS
        ? null
        : { ...course, term }
      : null;
  }
  const classes = lines.filter((line) => line.terms !== null && line.node.nodeId !== LOST);
  const at = classes.findIndex(({ node }) => node.nodeId === course.classifyId);
  const to = classes[at + (direction === 'ArrowUp' ? -1 : 1)];
  return to ? { ...course, classifyId: to.node.nodeId } : null;
}

/** The card to which a key leads from another one: the next in the class and term, then the nearest beyond. */
export function nextCard(from: string, direction: Direction, lines: readonly BoardLine[]): string | null {
  const cards = lines.flatMap(({ terms }, line) =>
    [...(terms ?? [])].flatMap(([term, courses]) =>
      courses.map(({ schemaCourseID }, place) => ({ schemaCourseID, line, term, place })),
    ),
  );
  const own = cards.find(({ schemaCourseID }) => schemaCourseID === from);
  if (!own) return null;
  const ways = cards.flatMap((card) => {
    if (card.schemaCourseID === from) return [];
    const across = card.term - own.term;
    const down = (card.line - own.line) * 100 + (card.place - own.place);
    const along = { ArrowLeft: -across, ArrowRight: across, ArrowUp: -down, ArrowDown: down }[direction];
    const aside =
      direction === 'ArrowLeft' || direction === 'ArrowRight' ? Math.abs(down) / 10 : Math.abs(across) * 200;
    return along > 0 ? [{ id: card.schemaCourseID, length: along + aside }] : [];
  });
  return ways.toSorted((a, b) => a.length - b.length)[0]?.id ?? null;
}
