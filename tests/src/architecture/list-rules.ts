import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { Violation } from './import-check.ts';
import { endOfTag } from './tags.ts';

/** Lists in pages that nobody sorts, by the id of the operation that answers them, and why (decision 094). */
const unsortedLists: Readonly<Record<string, string>> = {
  'baseImport.rows': 'lines of a file stand in its order',
  'classInfo.queryAdministrativeClass': 'a picker: what is picked is found by words, the nearest first',
  'classroom.queryList': 'a picker',
  'commonFunctions.query': 'a person arranges them',
  'courseInfo.queryPlanCourse': 'a picker',
  'courseManage.queryList': 'a picker',
  'department.query': 'a picker',
  'domain.list': 'a tree in the order of its menus',
  'guide.query': 'a person reads them in their order',
  'menuCatagory.query': 'a person arranges them',
  'notice.list': 'messages, the latest first',
  'personalCoursePlan.query': 'a picker',
  'schemeModule.query': 'a tree: modules under a scheme',
  'studentIdRule.preview': 'numbers are given in this order',
  'sysDepartment.query': 'a tree of units',
  'audit.students': 'a picker',
  'teacher.queryList': 'a picker',
  'teacher.search': 'a picker',
};
/** Tables in pages whose rows nobody sorts, by their file, and why. */
const unsortedTables: Readonly<Record<string, string>> = {
  'web/src/pickers/class-selector.dialog.tsx': 'a picker',
  'web/src/resource/import-rows.tsx': 'lines of a file stand in its order',
  'web/src/areas/student-status/freshman/give-numbers.dialog.tsx': 'numbers are given in this order',
};

const fieldsOf = ({ input }: Operation): readonly string[] =>
  'shape' in input ? Object.keys(input.shape as Readonly<Record<string, unknown>>) : [];
const inPages = /^page(?:No|Num|Size)$/;

/** Lists in pages whose operation takes no `sort` and that no exception names; and exceptions that are none. */
export function checkSortedLists(
  operations: readonly Operation[],
  exceptions: Readonly<Record<string, string>> = unsortedLists,
): Violation[] {
  const violation = (file: string, detail: string): Violation => ({ rule: 'list-sorted', file, detail });
  const unsorted = operations
    .filter((operation) => operation.answer !== 'file')
    .filter((operation) => {
      const fields = fieldsOf(operation);
      return fields.some((name) => inPages.test(name)) && !fields.includes('sort');
    })
    .map(({ id }) => id);
  return [
    ...unsorted
      .filter((id) => !(id in exceptions))
      .map((id) => violation(id, 'a list in pages is sorted (`sort: sortBy(…)`), or unsortedLists says why not')),
    ...Object.keys(exceptions)
      .filter((id) => !unsorted.includes(id))
      .map((id) => violation(id, 'unsortedLists names it, but it is no list in pages without a sort')),
  ];
}

/** The opening tag of each table in a source, behind what it says of its rows. */
function tablesIn(text: string): string[] {
  return [...text.matchAll(/<DataTable\b(?:<[\w<>[\]., ]+>)?/g)].map(({ 0: head, index }) =>
    text.slice(index, endOfTag(text, index + head.length)),
  );
}

/** Tables with `paging` and without `sorting`, which their server could not sort whatever it offers. */
export function checkSortedTables(
  sources: ReadonlyMap<string, string>,
  exceptions: Readonly<Record<string, string>> = unsortedTables,
): Violation[] {
  const violation = (file: string, detail: string): Violation => ({ rule: 'table-sorted', file, detail });
  const unsorted = new Set(
    [...sources]
      .filter(([path]) => path.startsWith('web/src/') && path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
      .filter(([, text]) => tablesIn(text).some((tag) => /\bpaging=/.test(tag) && !/\bsorting\b/.test(tag)))
      .map(([path]) => path),
  );
  return [
    ...[...unsorted]
      .filter((path) => !(path in exceptions))
      .map((path) => violation(path, 'a table in pages has its `sorting`, or unsortedTables says why not')),
    ...Object.keys(exceptions)
      .filter((path) => !unsorted.has(path))
      .map((path) => violation(path, 'unsortedTables names it, but its tables are sorted')),
  ];
}

/** The object literals of a source that say this of themselves, each from its brace to the one that ends it. */
function objectsWith(text: string, said: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(said); at !== -1; at = text.indexOf(said, at + 1)) {
    let start = at;
    for (let depth = 0; depth >= 0 && start > 0;) {
      start -= 1;
      if (text[start] === '}') depth += 1;
      else if (text[start] === '{') depth -= 1;
    }
    let end = start;
    for (let depth = 0; end < text.length; end += 1) {
      if (text[end] === '{') depth += 1;
      else if (text[end] === '}') depth -= 1;
      if (depth === 0) break;
    }
    found.push(text.slice(start, end + 1));
  }
  return found;
}

/**
 * Columns of a table with what is done to its rows that are not pinned: they stand among others, move away with them,
 * and have no line of their own on a phone. A column that only tells what was done has nothing to press.
 */
export function checkPinnedActions(sources: ReadonlyMap<string, string>): Violation[] {
  return [...sources]
    .filter(([path]) => path.startsWith('web/src/') && path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .filter(([, text]) =>
      objectsWith(text, "title: '操作'").some((column) => /onClick|<Link/.test(column) && !/\bpinRight\b/.test(column)),
    )
    .map(([file]) => ({ rule: 'actions-pinned', file, detail: 'the column 操作 is pinned: `pinRight: true`' }));
}
