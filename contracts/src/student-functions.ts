import { operations } from './all-areas.ts';
import { functionTree, nodesBelow } from './kernel/function-tree.ts';
import { permissionOf } from './kernel/operation.ts';
import { permissions } from './kernel/permission.vocabulary.ts';

const aboutStudents: ReadonlySet<string> = new Set([
  ...operations.filter(({ scope }) => scope === 'student').flatMap((operation) => permissionOf(operation) ?? []),
  ...permissions.filter(({ code }) => code.startsWith('studentInfo:')).map(({ code }) => code),
]);
const actions: ReadonlySet<string> = new Set(permissions.map(({ code }) => code));

/** Nodes of the tree of functions below which every action is judged by the dimensions of students (SYSADMIN-20). */
export const studentFunctions: ReadonlySet<string> = new Set(
  functionTree
    .map(({ qxbh }) => qxbh)
    .filter((node) => nodesBelow(node).every((below) => !actions.has(below) || aboutStudents.has(below))),
);
/** Where the dimensions of a function are kept: those of students for what is about them alone. */
export function dimensionTable(qxbh: string): 'data_dimension' | 'student_data_dimension' {
  return studentFunctions.has(qxbh) ? 'student_data_dimension' : 'data_dimension';
}

/** Modules with such actions. */
export const studentModules: readonly string[] = [
  ...new Set(
    permissions.filter(({ code, module }) => module !== null && aboutStudents.has(code)).map((p) => p.module!),
  ),
];
