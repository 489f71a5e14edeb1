import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditStudents } from '@jwxt/contracts/audit/audit.operations.ts';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { queryChanges } from '@jwxt/contracts/change-feed/change-feed.operations.ts';
import { changeKindNames } from '@jwxt/contracts/change-feed/change-feed.vocabulary.ts';
import { permissionOf, type InputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  PUBLISHED_FIRST,
  PUBLISHED_SORTED,
  queryPublishedScores,
} from '@jwxt/contracts/score/published-score.operations.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { queryStatusLog } from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { recordStatements, type RecordedStatement } from '@jwxt/infra/testing/recorded-statements.ts';
import { cursorOf } from './change-feed/change-cursor.ts';
import { fillApprovals } from './testing/approval-backlog.ts';
import type { Browser } from './testing/browser.ts';
import { callsOf, readingOperations } from './testing/list-calls.ts';
import { fillLists } from './testing/list-volume.ts';
import { startSchool, type School } from './testing/school.ts';
import { fillScores } from './testing/score-volume.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');
const recordTable = readModelTable(approvalLogModel, 'record');
const attemptTable = readModelTable(attemptModel, 'attempt');
const streamTable = readModelTable(scoreLedgerModel, 'stream');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/*
 * Lists and searches over years of use: enough rows that PostgreSQL plans as it does for millions of them, made up
 * where the read models keep theirs. No request may look through one of the tables that grow for ever.
 */

/** Tables with a row for each score, application, change, message, session, file or command. */
const growing = [
  sheetRowTable,
  attemptTable,
  streamTable,
  applicationTable,
  handledTable,
  recordTable,
  'base.operation_log',
  'base.applied_command',
  'base.system_message_audience',
  'base.long_job_item',
  'base.file_resource',
  'gateway.session',
  'base.teaching_class_student',
  'base.change',
];

/** Of such a table, with what a filter leaves out; each has some 40,000. */
const ROWS_OF_A_REQUEST = 12_000;

let school: School;
/** Sees everything, and the own unit. */
let office: Browser;
let dean: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const codes = [...new Set(operations.map(permissionOf).filter((code) => code !== null))];
  for (const role of ['02', '04'])
    await school.pool.query(
      `insert into base.role_permission (jsbh, qxbh) select $1, unnest($2::text[]) on conflict do nothing`,
      [role, codes],
    );
  await fillScores(school.pool, { sheets: 1_000, scoresEach: 60, students: 20_000 });
  await fillApprovals(school.pool, { applications: 40_000, units: 20 });
  await fillLists(school.pool, 40_000);
  [office, dean] = await Promise.all([school.browser('office1'), school.browser('dean1')]);
}, 300_000);
afterAll(() => school.stop());

type Filter = InputOf<typeof queryPublishedScores>;

/** The keys of all published scores by their definition, without any count kept for them. */
async function defined(filter: Filter, unit: string | null): Promise<string[]> {
  const { rows } = await school.pool.query<{ key: string }>(
    `select sheet.teaching_class_id || '.' || sheet_row.student_code as key from ${sheetTable} sheet
      join ${sheetRowTable} sheet_row
      using (sheet_id) join base.student using (student_code)
      where sheet.sheet_status = '4' and ($1::text is null or sheet.open_department_id = $1)
        and ($2::text is null or sheet.semester_id = $2) and ($3::text is null
          or sheet.course_name like '%' || $3 || '%')
        and ($4::text is null or sheet.teaching_class_name like '%' || $4 || '%')
          and ($5::text is null or student.student_number like '%' || $5 || '%'
            or student.student_name like '%' || $5 || '%')
        and ($6::text is null or sheet_row.passed = ($6 = '1'))
      order by sheet.semester_id desc, sheet.course_num, sheet.teaching_class_code, sheet.sheet_id,
        sheet_row.student_number, sheet_row.student_code`,
    [
      unit,
      filter.semesterId ?? null,
      filter.course ?? null,
      filter.teachingClass ?? null,
      filter.student ?? null,
      filter.passed ?? null,
    ],
  );
  return rows.map(({ key }) => key);
}

describe('published scores of many years', () => {
  const filters: Filter[] = [
    {},
    { semesterId: '2010-2011-1' },
    { course: '高等' },
    { teachingClass: '第77教学班' },
    { student: 'V0000123' },
    { student: '学1234' },
    { passed: '0' },
    { passed: '1', semesterId: '2001-2002-2' },
    { teachingClass: '第77教学班', student: '张' },
    { student: '学12', passed: '0' },
  ];
  it.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(
    '%s: each page has the rows of its place, and the number is that of all',
    async (_name, filter) => {
      for (const [who, unit] of [
        [office, null],
        [dean, '101'],
      ] as const) {
        const keys = await defined(filter, unit);
        const pageSize = 40;
        const last = Math.max(1, Math.ceil(keys.length / pageSize));
        for (const pageNo of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
          const { rows, total } = await who.get(queryPublishedScores, { ...filter, pageNo, pageSize });
          expect(total).toBe(keys.length);
          expect(
            rows.map((row) => `${row.teachingClassId}.${row.studentCode}`),
            `page ${pageNo}`,
          ).toEqual(keys.slice((pageNo - 1) * pageSize, pageNo * pageSize));
        }
      }
    },
  );

  it.each(['final', 'final,desc', 'studentNumber', 'studentNumber,desc'] as const)(
    'by %s: those of a unit are sorted whole, of all one sees the first, and that there are more',
    async (sort) => {
      const [column = '', descending] = sort.replace('studentNumber', 'student_number').split(',');
      for (const filter of [{}, { passed: '0' }, { semesterId: '2010-2011-1' }] as const) {
        for (const [who, unit] of [
          [office, null],
          [dean, '101'],
        ] as const) {
          const { rows: all } = await school.pool.query<{ key: string; value: string }>(
            `select sheet.teaching_class_id || '.' || sheet_row.student_code as key, sheet_row.${column}::text as value
               from ${sheetTable} sheet join ${sheetRowTable} sheet_row using (sheet_id)
              where ($1::text is null or sheet.open_department_id = $1)
                and ($2::text is null or sheet.semester_id = $2) and ($3::text is null or not sheet_row.passed)
              order by sheet_row.${column} ${descending ?? ''}`,
            [unit, 'semesterId' in filter ? filter.semesterId : null, 'passed' in filter ? filter.passed : null],
          );
          const values = new Map(all.map(({ key, value }) => [key, value]));
          const [pageSize, many] = [50, all.length > PUBLISHED_SORTED];
          const shown = many ? PUBLISHED_FIRST : all.length;
          const seen: string[] = [];
          for (let pageNo = 1; pageNo <= Math.min(Math.ceil(shown / pageSize), 12) + 1; pageNo += 1) {
            const answer = await who.get(queryPublishedScores, { ...filter, sort, pageNo, pageSize });
            expect(answer).toMatchObject({ total: shown, firstOnly: many });
            seen.push(...answer.rows.map((row) => `${row.teachingClassId}.${row.studentCode}`));
          }
          // Each row once, and the values those of the places.
          expect(new Set(seen).size).toBe(seen.length);
          if (many) expect(seen.length).toBe(PUBLISHED_FIRST);
          expect(seen.map((key) => values.get(key))).toEqual(all.slice(0, seen.length).map(({ value }) => value));
        }
      }
    },
  );

  it('the first of all are found without looking through them', async () => {
    for (const sort of ['final', 'final,desc', 'studentNumber', 'studentNumber,desc'] as const)
      for (const pageNo of [1, 10])
        for (const statement of await recordStatements(() =>
          office.get(queryPublishedScores, { sort, pageNo, pageSize: 50 }),
        ))
          expect(await readWideBy(statement)).toEqual([]);
  });

  it('of more students than anybody looks through are not searched: the field says so', async () => {
    expect(await office.call(queryPublishedScores, { student: '张' })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'student', message: '符合的学生超过2000人，请输入更完整的学号或姓名' }],
    });
  });
});

interface Node {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: Node[];
}
function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** What was found of statements, by their text and values: who signs in is looked for by each call. */
const judged = new Map<string, Promise<string[]>>();
function readWideBy(statement: RecordedStatement): Promise<string[]> {
  // Instants are those of the call; no plan hangs on a second.
  const key = JSON.stringify([statement.text, statement.values.filter((value) => !(value instanceof Date))]);
  const known = judged.get(key) ?? explained(statement);
  judged.set(key, known);
  return known;
}

/** What PostgreSQL does for a statement. */
async function nodesFor({ text, values }: RecordedStatement): Promise<Node[]> {
  const {
    rows: [row],
  } = await school.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, verbose, timing off, format json) ${text}`,
    values,
  );
  return nodesOf(row!['QUERY PLAN'][0].Plan);
}

/** How many rows a step looks at. */
const looked = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** Growing tables of which a statement looks at more rows than a request may, whichever way it reads them. */
async function explained(statement: RecordedStatement): Promise<string[]> {
  return (await nodesFor(statement)).flatMap((node) => {
    const table = `${node.Schema}.${node['Relation Name']}`;
    const rows = looked(node);
    return growing.includes(table) && rows > ROWS_OF_A_REQUEST ? [`${table}: ${Math.round(rows)} rows`] : [];
  });
}

describe('no list and no search looks through a growing table', () => {
  it.each(readingOperations.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const found = new Set<string>();
    for (const person of [office, dean]) {
      for (const input of callsOf(operation)) {
        for (const statement of await recordStatements(async () =>
          expect((await person.call(operation, input as never)).status).not.toBe(401),
        )) {
          for (const table of await readWideBy(statement))
            found.add(`${table}, asked for ${JSON.stringify(input)}: ${statement.text.replaceAll(/\s+/g, ' ')}`);
        }
      }
    }
    expect([...found]).toEqual([]);
  });

  it('a student is found by the characters of the name, not by looking at all', async () => {
    await school.pool.query(`update base.student set student_name = '欧阳学' where student_code = 'V0000123'`);
    for (const operation of [findStudents, auditStudents]) {
      const statements = await recordStatements(() => office.get(operation, { keyword: '欧阳' }));
      const search = statements.filter(({ text }) => text.includes('search_text'));
      expect(search).toHaveLength(1);
      const nodes = await nodesFor(search[0]!);
      expect(nodes.filter((node) => node['Relation Name'] === 'student').map((node) => node['Node Type'])).toEqual([
        'Bitmap Heap Scan',
      ]);
    }
  });

  it('the newest of what happened to the status of students is found without the rest', async () => {
    // Not all at one moment, as the students of this test came.
    await school.pool.query(
      `update base.student_status_fact set recorded_at = recorded_at - seq * interval '1 minute'`,
    );
    await school.pool.query('analyze base.student_status_fact');
    const statements = await recordStatements(() => office.get(queryStatusLog, { pageNo: 1, pageSize: 50 }));
    const page = statements.filter(({ text }) => text.includes('with page as'));
    expect(page).toHaveLength(1);
    const facts = (await nodesFor(page[0]!)).filter((node) => node['Relation Name'] === 'student_status_fact');
    expect(facts.map(looked).filter((rows) => rows > 1_000)).toEqual([]);
  });

  it('a program follows the changes, and copies what is there, from wherever it stands', async () => {
    const { rows } = await school.pool.query<{ no: string; id: string }>(
      `select change_no::text as no, change_id as id from base.change order by change_no offset 50000 limit 1`,
    );
    for (const kind of [null, ...changeKindNames]) {
      const cursor = cursorOf({ ...rows[0]!, copy: kind && { kind, after: 'V' } });
      for (const person of [office, dean])
        for (const statement of await recordStatements(async () =>
          expect((await person.get(queryChanges, { cursor, limit: 100 })).hasMore).toBe(true),
        ))
          expect(await readWideBy(statement)).toEqual([]);
    }
  });

  it('a count without an index would be found', async () => {
    expect(await readWideBy({ text: `select count(*) from base.operation_log where name = 'x'`, values: [] })).toEqual([
      'base.operation_log: 40000 rows',
    ]);
  });
});
