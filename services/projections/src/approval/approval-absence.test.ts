import { afterAll, beforeAll, expect, it } from 'vitest';
import { allProjections } from '../all-areas.ts';
import { byContent, createBench, type Bench } from '../testing/projection-bench.ts';
import { deanNode, minute } from '../testing/sample.ts';
import { adjustCourse, application, draft, infoCheck, secondaryAuth } from '../testing/sample-applications.ts';

const names = [
  'approval-list',
  'approval-log',
  'todo-queue',
  'approval-statistics',
  'secondary-auth',
  'approval-content',
];
const projections = allProjections.filter(({ name }) => names.includes(name));
let bench: Bench;

beforeAll(async () => {
  bench = await createBench();
  await bench.startWorker(projections);
  const story = [
    // Handed over and waiting; handed over twice and back; handed over and decided; urged; in one queue with all of
    // them.
    [application.submitted('A1', 1), application.transferred('A1', 5, 'dean2', '吴副院长')],
    [
      application.submitted('A2', 2),
      application.transferred('A2', 3, 'dean2', '吴副院长'),
      application.transferred('A2', 4, 'dean1', '李院长'),
    ],
    [
      application.submitted('A3', 6),
      application.transferred('A3', 7, 'dean2', '吴副院长'),
      application.deanPassed('A3', 8),
      application.rejectedToDean('A3', 9),
    ],
    [application.submitted('A4', 10), application.urged('A4', 11), application.overdue('A4', 11)],
    [
      application.submitted('A5', 12),
      application.transferred('A5', 13, 'dean2', '吴副院长'),
      application.recalled('A5', 14),
      application.submitted('A5', 15, { round: 2 }),
    ],
    // Passed at a node that all must pass: by one, by one and for an absent one, handed over, and by all.
    [application.submitted('E1', 12), application.endorsed('E1', 13)],
    [
      application.submitted('E2', 12),
      application.endorsed('E2', 13),
      application.endorsed('E2', 13, { authId: 'G1', userName: 'dean3', name: '孙院长' }),
    ],
    [
      application.submitted('E3', 12),
      application.endorsed('E3', 13),
      application.transferred('E3', 14, 'dean1', '李院长'),
    ],
    [application.submitted('E4', 12), application.endorsed('E4', 13), application.deanPassed('E4', 14)],
    [secondaryAuth.granted('G1', 16), secondaryAuth.granted('G2', 17), secondaryAuth.revoked('G2', 18)],
    [
      adjustCourse.requested('AC1', 19),
      adjustCourse.effected('AC1', 20),
      infoCheck.requested('IC1', 21),
      infoCheck.toggled('IC1', 22),
    ],
  ];
  // One by one, each shown before the next: what a rebuild takes in large batches.
  for (const event of story.flat()) {
    const end = await bench.writer.write(event);
    await bench.reached('todo-queue', end);
  }
  for (const name of names) await bench.reached(name);
});
afterAll(() => bench.close());

it('keeps what was handed to one person in an own queue, waiting as long as before, until it moves on', async () => {
  expect(
    (await bench.rows('todo-queue', 'item')).map((row) => [row.apply_id, row.queue_key]).toSorted(byContent),
  ).toEqual([
    ['A1', '1|@|dean2'],
    ['A2', '1|@|dean1'],
    ['A3', '1|04|D01'],
    ['A4', '1|04|D01'],
    ['A5', '1|04|D01'],
    ['E1', '1|04|D01'],
    ['E2', '1|04|D01'],
    ['E3', '1|@|dean1'],
    ['E4', '2|05|*'],
  ]);
  const [first] = (await bench.rows('todo-queue', 'item')).filter((row) => row.apply_id === 'A1');
  expect(Date.parse(String(first?.waiting_since))).toBe(Date.parse(minute(1)));
  const counts = (await bench.rows('todo-queue', 'queue')).map((row) => [row.queue_key, row.count]).toSorted(byContent);
  expect(counts).toEqual([
    ['1|04|D01', 5],
    ['1|@|dean1', 2],
    ['1|@|dean2', 1],
    ['2|05|*', 1],
  ]);
});

it('counts what neither the applicant nor who entered it may decide, alone and together', async () => {
  const rows = (await bench.rows('todo-queue', 'excluded')).filter((row) => row.queue_key === '1|@|dean2');
  expect(rows.map((row) => [row.user_name, row.count]).toSorted(byContent)).toEqual([
    ['teacher1', 1],
    ['teacher1\nteacher2', 1],
    ['teacher2', 1],
  ]);
});

it('hides from those who have passed a node what others must pass still, until it moves on', async () => {
  const excluded = Object.fromEntries(
    (await bench.rows('todo-queue', 'item')).map((row) => [row.apply_id, row.excluded]),
  );
  expect(excluded).toMatchObject({
    E1: ['teacher1', 'teacher2', 'dean1'],
    E2: ['teacher1', 'teacher2', 'dean1', 'dean3'],
    E3: ['teacher1', 'teacher2'],
    E4: ['teacher1', 'teacher2'],
  });
  const counted = (await bench.rows('todo-queue', 'excluded')).filter(
    ({ user_name: user }) => user === 'dean1' || user === 'dean1\ndean3',
  );
  expect(counted.map((row) => [row.user_name, row.queue_key, row.count]).toSorted(byContent)).toEqual([
    ['dean1', '1|04|D01', 2],
    ['dean1\ndean3', '1|04|D01', 1],
  ]);
  const listed = (await bench.rows('approval-list', 'application')).filter(({ apply_id: id }) =>
    String(id).startsWith('E'),
  );
  expect(listed.map((row) => [row.apply_id, row.endorsed_by, row.status]).toSorted(byContent)).toEqual([
    ['E1', ['dean1'], '1'],
    ['E2', ['dean1', 'dean3'], '1'],
    ['E3', [], '1'],
    ['E4', [], '2'],
  ]);
  expect((await bench.rows('approval-list', 'handled')).filter((row) => row.apply_id === 'E1')).toMatchObject([
    { user_name: 'dean1', waits_in: '1|04|D01' },
  ]);
  expect(
    (await bench.rows('approval-log', 'record'))
      .filter((row) => row.apply_id === 'E2' && row.kind === 'endorsed')
      .map((row) => row.person_name)
      .toSorted(byContent),
  ).toEqual(['李院长', '李院长 代 孙院长'].toSorted(byContent));
});

it('lists who has it, when it was urged, and with whoever handed it on', async () => {
  const rows = await bench.rows('approval-list', 'application');
  const of = (id: string) => rows.find((row) => row.apply_id === id);
  expect(of('A1')).toMatchObject({
    assignee_user: 'dean2',
    assignee_name: '吴副院长',
    revision: 1,
    status: '1',
    queue_keys: ['1|04|D01', '1|@|dean2'],
  });
  expect(of('A3')).toMatchObject({ assignee_user: null, status: '7', revision: 3 });
  // Those to whom it was reported that it waits too long may look at it.
  expect(of('A4')).toMatchObject({
    revision: 0,
    urged_at: expect.any(String) as string,
    queue_keys: ['1|04|D01', '2|05|*'],
  });
  expect((await bench.rows('approval-list', 'handled')).filter((row) => row.apply_id === 'A1')).toMatchObject([
    { user_name: 'dean1', waits_in: '1|@|dean2' },
  ]);
  expect(
    (await bench.rows('approval-log', 'record'))
      .filter((row) => row.apply_id === 'A1' || row.apply_id === 'A4')
      .map((row) => [row.kind, row.person_name, row.remark])
      .toSorted(byContent),
  ).toEqual(
    [
      ['submitted', '王老师', ''],
      ['submitted', '王老师', ''],
      ['transferred', '李院长', '转办给 吴副院长：出差'],
      ['urged', '王老师', '请尽快'],
      ['overdue', '系统', '等待超过 3 天，已提醒审批人，并上报教务处审核'],
    ].toSorted(byContent),
  );
});

it('is the same, row for row, when it is built anew', async () => {
  expect(draft('A1').process.nodes[0]).toEqual(deanNode);
  const live = await bench.dump(projections);
  await bench.pool.query(
    `insert into projection.request (name, kind, requested_by, requested_at)
      select unnest($1::text[]), 'rebuild', 'admin', now()`,
    [names],
  );
  await bench.pool.query("select pg_notify('read_model_request', '')");
  await expect
    .poll(
      async () =>
        (
          await bench.pool.query(
            "select count(*)::int as n from projection.read_model where status = 'serving' and generation = 2",
          )
        ).rows[0],
      { timeout: 30_000 },
    )
    .toEqual({ n: names.length });
  expect(await bench.dump(projections)).toEqual(live);
});
