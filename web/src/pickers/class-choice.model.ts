import {
  CLASS_TREE_ROOT,
  classTreeLevel,
  type ClassTreeNode,
} from '@jwxt/contracts/base-info/administrative-class.operations.ts';

/** A node of the tree with what is below it. `id` is unique in the whole tree, `key` within its level. */
export type ClassBranch = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly level: ClassTreeNode['level'];
  /** Ids of all classes below, or of the class itself. */
  readonly classes: readonly string[];
  readonly below: readonly ClassBranch[];
};

const levels = [classTreeLevel.school, classTreeLevel.unit, classTreeLevel.major, classTreeLevel.class];
const idOf = (level: string, key: string) => `${level}/${key}`;

/** The nodes as the server gives them, each below its `pkey`; null while there are none. */
export function classBranches(nodes: readonly ClassTreeNode[]): ClassBranch | null {
  const byParent = Map.groupBy(nodes, ({ level, pkey }) => idOf(level, pkey));
  const branch = (node: ClassTreeNode): ClassBranch => {
    const next = levels[levels.indexOf(node.level) + 1];
    return {
      id: idOf(node.level, node.key),
      key: node.key,
      title: node.title,
      level: node.level,
      classes: node.administrativeClassIds === '' ? [] : node.administrativeClassIds.split(','),
      below: next === undefined ? [] : (byParent.get(idOf(next, node.key)) ?? []).map(branch),
    };
  };
  const root = nodes.find(({ key, level }) => level === classTreeLevel.school && key === CLASS_TREE_ROOT);
  return root === undefined ? null : branch(root);
}

/**
 * How much of a branch is chosen: a major whose classes all are is chosen itself, and so is its unit (PICKERS-046,
 * 047).
 */
export function chosenOf({ classes }: ClassBranch, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = classes.filter((id) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === classes.length ? 'all' : 'some';
}

/** The choice with all classes of a branch, or with none of them. */
export function withBranch({ classes }: ClassBranch, chosen: ReadonlySet<string>, on: boolean): Set<string> {
  const next = new Set(chosen);
  for (const id of classes)
    if (on) next.add(id);
    else next.delete(id);
  return next;
}

/** What is chosen, each thing once: units, majors of no chosen unit, and classes of no chosen major. */
export type ClassSummary = {
  readonly units: readonly ClassBranch[];
  readonly majors: readonly ClassBranch[];
  readonly classes: readonly ClassBranch[];
};

/** {@link ClassSummary} of a choice. Classes that the tree does not have (any more) are called by their id. */
export function classSummary(root: ClassBranch, chosen: ReadonlySet<string>): ClassSummary {
  const units: ClassBranch[] = [];
  const majors: ClassBranch[] = [];
  const classes: ClassBranch[] = [];
  for (const unit of root.below)
    if (chosenOf(unit, chosen) === 'all') units.push(unit);
    else
      for (const major of unit.below)
        if (chosenOf(major, chosen) === 'all') majors.push(major);
        else classes.push(...major.below.filter(({ key }) => chosen.has(key)));
  const known = new Set(root.classes);
  const unknown = [...chosen].filter((id) => !known.has(id));
  return {
    units,
    majors,
    classes: [
      ...classes,
      ...unknown.map((id) => ({
        id: idOf(classTreeLevel.class, id),
        key: id,
        title: id,
        level: classTreeLevel.class,
        classes: [id],
        below: [],
      })),
    ],
  };
}

/** Classes that a chosen unit or major holds: they are let go with it alone (PICKERS-044). */
export function coveredClasses({ units, majors }: ClassSummary): ReadonlySet<string> {
  return new Set([...units, ...majors].flatMap(({ classes }) => classes));
}
