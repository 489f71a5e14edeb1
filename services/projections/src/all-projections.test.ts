import { readModelTitles } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allProjections } from './all-areas.ts';
import { lastEventPosition } from './kernel/log-reader.ts';
import { byContent, createBench, PATIENCE, type Bench } from './testing/projection-bench.ts';
import { deanNode, minute, registrar, registrarNode, sample } from './testing/sample.ts';
import { application, draft } from './testing/sample-applications.ts';
import { attempt, attemptMove, changeRow, recognitionReserved } from './testing/sample-events.ts';
import { wholeStory } from './testing/whole-story.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const handledTable = readModelTable(approvalListModel, 'handled');
const tallyTable = readModelTable(approvalListModel, 'tally');
const itemTable = readModelTable(todoQueueModel, 'item');
const queueTable = readModelTable(todoQueueModel, 'queue');

let bench: Bench;
const model = (name: string) => allProjections.filter((projection) => projection.name === name);

beforeAll(async () => {
  bench = await createBench();
  await bench.startWorker(allProjections);
  const end = await bench.writer.write(...wholeStory());
  await bench.allReached(allProjections, end);
});
afterAll(() => bench.close());

it('fill every read model of the vocabulary, each with a key of columns that are there', () => {
  expect(allProjections.map(({ name }) => name).toSorted()).toEqual(Object.keys(readModelTitles).toSorted());
  for (const { name, tables } of allProjections)
    for (const { columns, key } of tables) {
      expect(key.length, name).toBeGreaterThan(0);
      expect(Object.keys(columns), name).toEqual(expect.arrayContaining([...key]));
    }
});

describe('published sheets', () => {
  it('are counted by their rows, as they stand after changes; each sheet knows how many it has', async () => {
    const [sheets, rows, published] = await Promise.all(
      ['sheet', 'row', 'published'].map((table) => bench.rows('score-sheet', table)),
    );
    const counted = (id: unknown) => {
      const own = rows!.filter((row) => row.sheet_id === id);
      return { row_num: own.length, passed_num: own.filter((row) => row.passed === true).length };
    };
    for (const one of sheets!)
      expect({ row_num: one.row_num, passed_num: one.passed_num }, String(one.sheet_id)).toEqual(counted(one.sheet_id));
    expect(published).toMatchObject([{ sheet_id: 'TC1.1', teaching_class_id: 'TC1', ...counted('TC1.1') }]);
    expect(counted('TC1.1').passed_num).toBeGreaterThan(0);
  });
});

it('deferred exams are shown as they stand: in force, taken back, or passed too late', async () => {
  const rows = await bench.rows('deferred-exam', 'deferred_exam');
  expect(
    rows.map((row) => [row.apply_id, row.status, row.effected_at !== null, row.void_reason]).toSorted(byContent),
  ).toEqual([
    ['D1', '5', true, '按时参加考试'],
    ['D2', '5', false, '成绩单已提交'],
    ['D3', '1', true, null],
  ]);
});

it('applications of students are shown as they stand: taken back, or passed in vain', async () => {
  const rows = await bench.rows('student-application', 'student_application');
  expect(
    rows.map((row) => [row.apply_id, row.status, row.effected_at !== null, row.void_reason]).toSorted(byContent),
  ).toEqual([
    ['E1', '5', true, '学生放弃'],
    ['E2', '5', false, '该学生已登记这次交换'],
  ]);
});

describe('approvals', () => {
  it('lists every application as it stands', async () => {
    const rows = await bench.rows('approval-list', 'application');
    const of = (id: string) => rows.find((row) => row.apply_id === id)!;
    expect(
      rows
        .map(({ apply_id: id, status, current_node_id: at, revision }) => [id, status, at, revision])
        .toSorted(byContent),
    ).toEqual([
      ['A1', '9', null, 3],
      ['A2', '1', '1', 0],
      ['A3', '2', '2', 1],
      ['A4', '7', '1', 2],
      ['A5', '4', null, 1],
      ['A6', '8', null, 1],
      ['C1', '9', null, 3],
      ['R1', '3', null, 1],
    ]);
    expect(of('A1')).toMatchObject({
      title: 'A1 的成绩',
      process_no: 'ZKCJSP',
      applicant_name: '王老师',
      content: [{ label: '课程', value: '数据结构' }],
      queue_keys: ['1|04|D01', '2|05|*'],
      waiting_since: null,
      nodes: [deanNode, registrarNode],
      entered_by: ['teacher1', 'teacher2'],
    });
    expect(Date.parse(String(of('A1').ended_at))).toBe(Date.parse(minute(45)));
    expect(of('A4')).toMatchObject({
      current_role_code: '04',
      current_unit: 'D01',
      current_node_name: '院系审核',
      ended_at: null,
    });
  });

  it('keeps who decided on what, with the last time, what it is sorted by, and where it waits now', async () => {
    const rows = await bench.rows('approval-list', 'handled', ['apply_time']);
    const of = (id: string, user: string, at: number, more: object) => ({
      apply_id: id,
      user_name: user,
      process_no: 'ZKCJSP',
      process_name: '正考成绩审批',
      applicant_name: '王老师',
      decided_at: Date.parse(minute(at)),
      ...more,
    });
    expect(
      rows
        .filter((row) => row.apply_id === 'A1' || row.apply_id === 'A4')
        .map((row) => ({ ...row, decided_at: Date.parse(String(row.decided_at)) }))
        .toSorted((a, b) => a.decided_at - b.decided_at),
    ).toEqual([
      of('A1', 'dean1', 40, { waits_in: null, status: '9' }),
      of('A1', 'registrar1', 45, { waits_in: null, status: '9' }),
      of('A4', 'dean1', 84, { waits_in: '1|04|D01', status: '7' }),
      of('A4', 'registrar1', 86, { waits_in: '1|04|D01', status: '7' }),
    ]);
  });

  it('tallies applications and decisions by person, day and process', async () => {
    const rows = await bench.rows('approval-list', 'tally');
    const of = (user: string) =>
      rows
        .filter((row) => row.user_name === user)
        .map((row) => [row.counted, row.process_no, row.day, row.count])
        .toSorted(byContent);
    const onTheDayAndEver = (tallies: [string, string, number][]) =>
      ['', '2026-11-02']
        .flatMap((day) => tallies.map(([counted, process, count]) => [counted, process, day, count]))
        .toSorted(byContent);
    expect(of('*')).toEqual(
      onTheDayAndEver([
        ['applied', 'CJXGSP', 1],
        ['applied', 'XTNCJRDSH', 1],
        ['applied', 'ZKCJSP', 6],
      ]),
    );
    expect(of('registrar1')).toEqual(
      onTheDayAndEver([
        ['decided', 'CJXGSP', 1],
        ['decided', 'ZKCJSP', 2],
        ['handled', 'CJXGSP', 1],
        ['handled', 'ZKCJSP', 2],
      ]),
    );
  });

  it('logs submissions, skipped nodes, decisions and recalls in their order', async () => {
    const rows = (await bench.rows('approval-log', 'record')).toSorted((a, b) => Number(a.seq) - Number(b.seq));
    const log = (id: string) =>
      rows
        .filter((row) => row.apply_id === id)
        .map((row) => [row.kind, row.node_name, row.result, row.remark, row.person_name]);
    expect(log('A4')).toEqual([
      ['submitted', '申请人', null, '', '王老师'],
      ['decided', '院系审核', '0', '同意', '李院长'],
      ['decided', '教务处审核', '2', '请再核对', '赵处长'],
    ]);
    expect(log('A6')).toEqual([
      ['submitted', '申请人', null, '', '王老师'],
      ['skipped', '教务处审核', null, '不及格率未超过 30%', ''],
      ['decided', '院系审核', '1', '不同意', '李院长'],
    ]);
    expect(log('A5').at(-1)).toEqual(['recalled', '申请人', null, '漏录一人', '王老师']);
  });

  it('keeps what waits in each queue, its count, and what a person may not decide', async () => {
    expect(
      (await bench.rows('todo-queue', 'item')).map((row) => [row.apply_id, row.queue_key]).toSorted(byContent),
    ).toEqual([
      ['A2', '1|04|D01'],
      ['A3', '2|05|*'],
      ['A4', '1|04|D01'],
    ]);
    const days = { process_no: 'ZKCJSP', applied_on: '2026-11-02', limit_days: 0, waiting_from: '2026-11-02' };
    expect(await bench.rows('todo-queue', 'queue')).toEqual(
      expect.arrayContaining([
        { ...days, queue_key: '1|04|D01', count: 2 },
        { ...days, queue_key: '2|05|*', count: 1 },
      ]),
    );
    expect(
      (await bench.rows('todo-queue', 'excluded'))
        .map((row) => [row.user_name, row.queue_key, row.count])
        .toSorted(byContent),
    ).toEqual(
      [
        ['teacher1', '1|04|D01', 2],
        ['teacher1', '2|05|*', 1],
        ['teacher2', '1|04|D01', 2],
        ['teacher2', '2|05|*', 1],
        ['teacher1\nteacher2', '1|04|D01', 2],
        ['teacher1\nteacher2', '2|05|*', 1],
      ].toSorted(byContent),
    );
  });

  it('measures how long decisions take by node', async () => {
    const rows = await bench.rows('approval-statistics', 'node', ['process_name', 'node_name']);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          process_no: 'ZKCJSP',
          node_id: '1',
          decided: 4,
          passed: 3,
          rejected: 1,
          sum_seconds: (10 + 1 + 1 + 3) * 60,
          max_seconds: 600,
          waiting: 2,
        },
        {
          process_no: 'ZKCJSP',
          node_id: '2',
          decided: 2,
          passed: 1,
          rejected: 1,
          sum_seconds: (5 + 2) * 60,
          max_seconds: 300,
          waiting: 1,
        },
      ]),
    );
    expect((await bench.rows('approval-statistics', 'open')).map((row) => row.apply_id).toSorted(byContent)).toEqual([
      'A2',
      'A3',
      'A4',
    ]);
  });
});

describe('scores', () => {
  it('shows a sheet with its state, counts and teachers', async () => {
    const rows = await bench.rows('score-sheet', 'sheet');
    const of = (id: string) => rows.find((row) => row.sheet_id === id)!;
    expect(of('TC1.1')).toMatchObject({
      sheet_status: '4',
      entry_state: 'passed',
      entered_num: 3,
      complete_num: 3,
      revision: 10,
      apply_id: 'A1',
      submitted_by: '王老师',
      open_changes: [],
      course_credit: 35,
    });
    expect(of('TC2.1')).toMatchObject({ sheet_status: '1', entry_state: 'empty', entered_num: 0 });
    expect(of('TC3.1')).toMatchObject({ sheet_status: '2', entry_state: 'entering', entered_num: 1, complete_num: 0 });
    expect(of('TC4.1')).toMatchObject({
      sheet_status: '2',
      entry_state: 'returned',
      entered_num: 1,
      complete_num: 1,
      return_opinion: '期末成绩有误',
      returned_by: '李院长',
    });
    expect(
      (await bench.rows('score-sheet', 'teacher')).filter((row) => row.sheet_id === 'TC1.1').map((row) => row.gh),
    ).toEqual(['T1', 'T2']);
  });

  it('shows rows with every value, who set it, and the outcome, published changes included', async () => {
    const rows = (await bench.rows('score-sheet', 'row')).filter((row) => row.sheet_id === 'TC1.1');
    const of = (code: string) => rows.find((row) => row.student_code === code)!;
    expect(of('S1')).toMatchObject({
      cells: { ps: 900, qm: 800 },
      final: 8400,
      passed: true,
      complete: true,
      remark_code: '00',
    });
    expect(of('S2')).toMatchObject({ cells: { ps: 575, qm: changeRow.cells[0]!.after }, final: 7100, passed: true });
    expect(of('S2').cell_info).toEqual({
      ps: { revision: 3, byUserName: 'teacher1', byName: '王老师', at: minute(4) },
      qm: { revision: 9, byUserName: 'registrar1', byName: '赵处长', at: minute(63) },
    });
    expect(of('S3')).toMatchObject({
      remark_code: '02',
      final: 0,
      passed: false,
      complete: true,
      cell_info: { remark: { byName: '王老师', revision: 5 } },
    });
  });

  it('marks listed students whose original score is another now, and forgets who is off the list', async () => {
    const rows = (await bench.rows('score-sheet', 'row')).filter((row) => row.sheet_id === 'TC3.1');
    expect(rows.map((row) => [row.student_code, row.origin]).toSorted(byContent)).toEqual([
      ['S10', { cause: 'restored', text: '原成绩没有变动', open: false }],
      ['S7', { cause: 'passed', text: '原成绩已及格', open: false }],
      ['S8', { cause: 'passed', text: '原成绩已及格', open: true }],
    ]);
  });

  it('finds every stream that concerns a student at a course, decisions included', async () => {
    const rows = (await bench.rows('score-ledger', 'stream')).filter((row) => row.student_code === 'S2');
    expect(rows.map((row) => [row.stream, row.kind, row.event_count]).toSorted(byContent)).toEqual([
      ['application-A1', 'application', 4],
      ['application-C1', 'application', 4],
      ['attempts-S2.K1', 'attempts', 9],
      ['scoreChange-C1', 'change', 2],
      ['scoreSheet-TC1.1', 'sheet', 7],
    ]);
    expect(Date.parse(String(rows.find((row) => row.stream === 'application-A1')!.last_at))).toBe(
      Date.parse(minute(45)),
    );
    const recognised = (await bench.rows('score-ledger', 'stream')).filter((row) => row.course_id === 'K9');
    expect(recognised.map((row) => [row.student_code, row.stream, row.event_count]).toSorted(byContent)).toEqual([
      ['R7', 'attempts-R7.K9', 1],
      ['S1', 'application-R1', 2],
      ['S1', 'recognition-R1', 2],
    ]);
  });

  it('keeps the attempts of a student, and of a recognised one the courses that it was recognised from', async () => {
    const attempts = async () =>
      (await bench.rows('attempt', 'attempt'))
        .map((row) => [row.attempt_id, row.final, row.passed, row.replaces])
        .toSorted(byContent);
    expect(await attempts()).toEqual([
      ['AT1', 7100, true, []],
      ['AT2', 6500, true, []],
    ]);
    // What was cancelled is history, as its last value and with the reason.
    expect(await bench.rows('attempt', 'cancelled_attempt')).toMatchObject([
      { attempt_id: 'AT3', final: 6800, cancel_reason: '重复录入' },
    ]);
    const settled = { studentCode: 'R8', courseId: 'K9', source: '3', applyId: 'R8' };
    const revoked = { ...settled, attemptId: 'AT8', studentNumber: 'R8', studentName: '某', reason: '撤销' };
    await bench.writer.write(
      recognitionReserved('R8', 93),
      sample('attempts-R8.K9', { type: 'AttemptRecorded', data: attempt(1, 'AT8', 8800, settled) }, registrar, 94),
    );
    await expect.poll(attempts, PATIENCE).toContainEqual(['AT8', 8800, true, ['K7']]);
    // Only what is under way is kept beside them.
    expect((await bench.rows('attempt', 'reservation')).map((row) => row.apply_id)).toEqual(['R7']);
    const { source: _source, applyId: _applyId, ...withdrawal } = revoked;
    await bench.writer.write(sample('attempts-R8.K9', { type: 'AttemptWithdrawn', data: withdrawal }, registrar, 95));
    await expect.poll(async () => (await attempts()).length, PATIENCE).toBe(2);
  });

  it('follows a change application until it takes effect', async () => {
    const [row] = await bench.rows('score-change', 'change');
    expect(row).toMatchObject({
      apply_id: 'C1',
      sheet_id: 'TC1.1',
      status: '9',
      current_node_name: null,
      reason: '漏判一题',
      rows: [changeRow],
      open_department_id: 'D01',
    });
    expect(row!.effected_at).not.toBeNull();
  });

  it('follows a recognition that was returned, and keeps what is only saved', async () => {
    expect(
      (await bench.rows('recognition', 'recognition')).toSorted((a, b) =>
        String(a.apply_id).localeCompare(String(b.apply_id)),
      ),
    ).toMatchObject([
      {
        apply_id: 'R1',
        kind: 'system',
        student_code: 'S1',
        status: '3',
        effected_at: null,
        current_node_name: null,
        relate_list: [{}],
        form: { scoreCognizanceApplyRemark: '补充后再送' },
      },
      {
        apply_id: 'R2',
        kind: 'outside',
        status: '0',
        relate_list: [],
        form: { scoreCognizanceApplyRemark: '补充后再送' },
      },
    ]);
  });

  it('keeps the drafts of public electives', async () => {
    expect(await bench.rows('elective', 'elective')).toMatchObject([
      {
        plan_id: 'E1',
        course_name: '音乐鉴赏',
        status: '0',
        applicant_user: 'teacher1',
        teachers: ['T1'],
        revision: 0,
        apply_time: null,
      },
    ]);
  });

  it('counts published sheets as changes leave them', async () => {
    expect(await bench.rows('score-statistics', 'sheet', ['finals'])).toMatchObject([
      {
        sheet_id: 'TC1.1',
        person_num: 2,
        scored_num: 2,
        passed_num: 2,
        sum_final: 15_500,
        max_final: 8400,
        min_final: 7100,
        bands: [0, 1, 1, 0, 0],
        histogram: [0, 0, 0, 0, 0, 0, 0, 1, 1, 0],
        sum_squares: 8400 ** 2 + 7100 ** 2,
        around_pass: Array.from({ length: 11 }, () => 0),
      },
    ]);
    // The same by grade and major, whose numbers are those of the sheet.
    const majors = await bench.rows('score-statistics', 'major');
    expect(majors.map((row) => row.person_num).reduce((sum, num) => Number(sum) + Number(num), 0)).toBe(2);
    expect(majors.every((row) => row.grade_major_name !== '')).toBe(true);
    // A cancelled score is in no figure, and again when it is restored (SCORE-MORE-39).
    const figures = async () =>
      (await bench.rows('score-statistics', 'sheet', ['finals'])).map(
        (row) => [Number(row.person_num), Number(row.passed_num)] as const,
      );
    const before = await figures();
    const own = attempt(1, 'TC1.1.S1', 8400);
    await bench.writer.write(
      sample('attempts-S1.K1', { type: 'AttemptRecorded', data: own }, registrar, 97),
      attemptMove.cancelled('TC1.1.S1', 97, 1),
    );
    await expect.poll(figures, PATIENCE).toEqual(before.map(([all, passed]) => [all - 1, passed - 1]));
    await bench.writer.write(attemptMove.restored('TC1.1.S1', 98, 1));
    await expect.poll(figures, PATIENCE).toEqual(before);
  });

  it('tells how far each sheet has come', async () => {
    expect(
      (await bench.rows('entry-progress', 'sheet')).map((row) => [row.sheet_id, row.state]).toSorted(byContent),
    ).toEqual([
      ['TC1.1', 'passed'],
      ['TC2.1', 'empty'],
      ['TC3.1', 'entering'],
      ['TC4.1', 'returned'],
    ]);
  });
});

describe('tallies', () => {
  it('counts again what moves on another day, is applied for again, or is decided on twice', async () => {
    const days = (count: number): number => count * 24 * 60;
    const colleague = { ...draft('B1').applicant, userName: 'dean1' };
    const end = await bench.writer.write(
      application.submitted('B1', days(1)),
      application.deanPassed('B1', days(2)),
      application.rejectedToDean('B1', days(3)),
      application.returned('B1', days(4)),
      // The dean, who has decided on it, applies for it now.
      application.submitted('B1', days(5), { round: 2, applicant: colleague }),
      application.recalled('B1', days(6)),
      application.submitted('B2', days(6), { process: { ...draft('B2').process, timeLimitDays: 5 } }),
      application.deanPassed('B2', days(7)),
    );
    await bench.allReached(
      allProjections.filter(({ name }) => name === 'approval-list' || name === 'todo-queue'),
      end,
    );
    const { rows: tallies } = await bench.pool.query(
      `select person, counted, coalesce(day, '') as day, count(*)::int as count from (
         select '*' as person, 'applied' as counted, to_char(apply_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as
           day
         from ${applicationTable}
         union all select user_name, 'decided', to_char(decided_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')
         from ${handledTable}
         union all select handled.user_name, 'handled', to_char(application.apply_time at time zone 'Asia/Shanghai',
           'YYYY-MM-DD')
         from ${handledTable} handled join ${applicationTable} application using (apply_id)
         where application.applicant_user <> handled.user_name) found
        group by grouping sets ((person, counted, day), (person, counted)) order by 1, 2, 3`,
    );
    const kept = await bench.pool.query(
      `select user_name as person, counted, day, sum(count)::int as count from ${tallyTable} group by 1, 2, 3
        order by 1, 2, 3`,
    );
    expect(kept.rows).toEqual(tallies);
    const waiting = await bench.pool.query(
      `select queue_key, to_char(apply_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as applied_on,
          to_char(waiting_since at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as waiting_from, limit_days,
          count(*)::int as count
         from ${itemTable} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    );
    expect(
      (
        await bench.pool.query(
          `select queue_key, applied_on, waiting_from, limit_days, count from ${queueTable} order by 1, 2, 3, 4`,
        )
      ).rows,
    ).toEqual(waiting.rows);
    expect(waiting.rows.map((row: { limit_days: number }) => row.limit_days)).toContain(5);
  });
});

describe('rebuild', () => {
  it('gives row for row what the live read model has, for every one of them', async () => {
    await bench.allReached(allProjections, (await lastEventPosition(bench.log))!);
    const live = await bench.dump(allProjections);
    expect(Object.values(live).every((rows) => rows.length > 0)).toBe(true);
    await bench.pool.query(
      `insert into projection.request (name, kind, requested_by, requested_at)
        select unnest($1::text[]), 'rebuild', 'admin', now()`,
      [allProjections.map(({ name }) => name)],
    );
    await bench.pool.query("select pg_notify('read_model_request', '')");
    await expect
      .poll(
        async () =>
          (
            await bench.pool.query(
              "select count(*) as n from projection.read_model where status = 'serving' and generation = 2",
            )
          ).rows[0],
        PATIENCE,
      )
      .toEqual({ n: allProjections.length });
    expect(await bench.dump(allProjections)).toEqual(live);
    expect(model('todo-queue')).toHaveLength(1);
  });
});

describe('what people are told', () => {
  it('the effect of an application, coming after its end, is told to the applicant whose page shows it', async () => {
    const heard: { changed: string[]; users?: string[] }[] = [];
    const listener = await listen(bench.database.url, READ_MODEL_CHANNEL, {
      onNotification: (payload) => heard.push(JSON.parse(payload) as { changed: string[]; users?: string[] }),
    });
    await bench.writer.write(
      sample('scoreChange-C1', { type: 'ScoreChangeEffected', data: { applyId: 'C1' } }, registrar, 98),
      sample('recognition-R1', { type: 'RecognitionEffected', data: { applyId: 'R1' } }, registrar, 98),
    );
    const told = () => ({
      users: heard.flatMap(({ users }) => users ?? []).toSorted(),
      changed: heard.flatMap(({ changed }) => changed),
    });
    await expect.poll(told, PATIENCE).toEqual({
      users: ['clerk1', 'teacher1'],
      changed: expect.arrayContaining(['score-change', 'recognition']) as string[],
    });
    await listener.close();
  });
});
