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

/** Columns 操作 in which nothing is done: they say what was. */
const operationWords = [
  'web/src/areas/audit/score-log.page.tsx',
  'web/src/areas/session/api-calls.dialog.tsx',
  'web/src/areas/student-status/change/status-log.page.tsx',
  'web/src/areas/system/operation-log.page.tsx',
];

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

/**
 * Columns 操作 that are not at the right edge: in a card of a phone they would have a line with their name, also where
 * nothing can be done.
 */
export function checkActionColumns(sources: ReadonlyMap<string, string>): Violation[] {
  return [...sources]
    .filter(([path]) => path.startsWith('web/src/') && !/\.(?:test|fixture)\.tsx$/.test(path))
    .filter(([path]) => !operationWords.includes(path))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\{[^{}]*\btitle: '操作'[^{}]*?\brender\b/g)]
        .filter(([column]) => !/\bpinRight: true\b/.test(column))
        .map(() => ({ rule: 'action-column', file, detail: 'a column 操作 is `pinRight`, or says what was done' })),
    );
}
