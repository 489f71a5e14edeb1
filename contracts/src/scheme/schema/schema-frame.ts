import { z } from 'zod';

const tenths = z.number().int().min(0);

/** A module or class of the scheme's version, with what the course system asks of it. Credits and hours in tenths. */
export const frameNode = z.object({
  nodeId: z.string(),
  /** Courses stand in classes alone. */
  kind: z.enum(['module', 'classify']),
  name: z.string(),
  parentId: z.string().nullable(),
  /** What courses of a class mostly are; null: anything. */
  courseNature: z.string().nullable(),
  courseAttribute: z.string().nullable(),
  minCredit: tenths.nullable(),
  maxCredit: tenths.nullable(),
  minHours: tenths.nullable(),
  minCourseNum: z.number().int().nullable(),
});
export type FrameNode = z.output<typeof frameNode>;

/** What is required of a grade-major (SCHEME-11), in tenths. */
export const frameRequirement = z.object({
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  totalCredit: tenths,
  requiredCredit: tenths,
  electiveCredit: tenths,
  practiceCredit: tenths.nullable(),
  totalHours: tenths.nullable(),
});
export type FrameRequirement = z.output<typeof frameRequirement>;

/** A course group that rows come from: `groupType` 1 so many credits, 2 so many courses, 3 all of it (SCHEME-40). */
export const frameGroup = z.object({
  courseGroupId: z.string(),
  courseGroupName: z.string(),
  groupType: z.string(),
  minCredit: tenths.nullable(),
  minCourseNum: z.number().int().nullable(),
});
export type FrameGroup = z.output<typeof frameGroup>;

/** Everything that a scheme is measured by: frozen with each submission, read anew while it is edited. */
export const schemaFrame = z.object({
  schemeVersionId: z.string(),
  schemeVersionName: z.string(),
  nodes: z.array(frameNode),
  requirements: z.array(frameRequirement),
  groups: z.array(frameGroup),
  /** Share of practice in the credits, in percent: 25 for engineering and the like, 15 for the humanities. */
  practicePercent: z.number().int(),
  /** Length of study in terms. */
  terms: z.number().int(),
});
export type SchemaFrame = z.output<typeof schemaFrame>;

/** Nodes that carry courses, in the order of the tree. */
export function leavesOfFrame({ nodes }: Pick<SchemaFrame, 'nodes'>): FrameNode[] {
  return nodes.filter(({ kind }) => kind === 'classify');
}

/** A node with those above it, outermost first. */
export function pathOfNode(nodes: readonly FrameNode[], nodeId: string): FrameNode[] {
  const path: FrameNode[] = [];
  for (let at: string | null = nodeId; at !== null && path.length < 10;) {
    const node = nodes.find((one) => one.nodeId === at);
    if (!node) break;
    path.unshift(node);
    at = node.parentId;
  }
  return path;
}
