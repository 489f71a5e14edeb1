import { randomUUID } from 'node:crypto';
import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { saveScores, sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { readModelQuery } from '@jwxt/contracts/system/system.operations.ts';
import { vi } from 'vitest';
import { killProcess } from '../testing/product.ts';
import type { FaultScene } from './fault.ts';
import type { FaultResult } from './fault-run.ts';
import { untilUp } from './process-up.ts';
import { readEverything, readOneStream, withEventLog } from './stored-events.ts';
import { loggedFromNow } from './system-log.ts';

const patience = { timeout: 60_000, interval: 200 };
/**
 * What is written past the product, and the read models that it concerns: those that handle the type, or follow streams
 * where they find one that nobody knows.
 */
const unreadable = [
  {
    stream: 'scoreSheet-unreadable.1',
    type: 'CellsEntered',
    schemaVersion: 99,
    readers: ['entry-progress', 'score-ledger', 'score-sheet'],
  },
  {
    stream: 'scoreChange-unreadable',
    type: 'ScoreChangeForgotten',
    schemaVersion: 1,
    readers: ['score-change', 'score-ledger'],
  },
];

/**
 * Events of a version and of a type that this program does not know, as after a step back to an older one: the read
 * models concerned stop at them and say which, also after a restart, and everything else goes on. They stay stopped:
 * what serves afterwards is spent.
 */
export async function writeUnreadableEvents(scene: FaultScene): Promise<FaultResult> {
  const { site, admin } = scene;
  const logged = loggedFromNow(site);
  const [pattern] = (await readEverything(site.env)).slice(-1);
  await withEventLog(site.env, async (log) => {
    for (const { stream, type, schemaVersion } of unreadable) {
      await log.append(
        stream,
        [{ id: randomUUID(), type, data: {}, metadata: { ...pattern!.metadata, schemaVersion } }],
        { expectedRevision: 'no_stream' },
      );
    }
  });
  const stopped = async (): Promise<Map<string, string>> => {
    const { list } = await admin.call(readModelQuery, {});
    return new Map(
      list.filter(({ status }) => status === 'stopped').map(({ name, lastFailure }) => [name, lastFailure ?? '']),
    );
  };
  const expected = [...new Set(unreadable.flatMap(({ readers }) => readers))].toSorted();
  const allStopped = (): Promise<Map<string, string>> =>
    vi.waitFor(async () => {
      const found = await stopped();
      if (found.size < expected.length) throw new Error(`only ${[...found.keys()].join(', ')} stopped`);
      return found;
    }, patience);
  const first = await allStopped();
  const problems = [
    ...[...first.keys()].filter((name) => !expected.includes(name)).map((name) => `${name} stopped too`),
    ...[...first]
      .filter(
        ([, failure]) => !unreadable.some(({ stream, type }) => failure.includes(stream) && failure.includes(type)),
      )
      .map(([name, failure]) => `${name} says only “${failure}”`),
    ...(logged().some((line) => line.includes('unreadable') && line.includes('"error"'))
      ? []
      : ['the log does not tell of it']),
    ...(await othersGoOn(scene, 0)),
  ];
  const pid = await killProcess(site.product, 'projections');
  await untilUp(site, 'projections', pid);
  const again = await allStopped();
  problems.push(
    ...[...first]
      .filter(([name, failure]) => again.get(name) !== failure)
      .map(([name]) => `${name} does not stop at the same event after a restart`),
    ...(await othersGoOn(scene, 1)),
  );
  return {
    name: 'events of an unknown version and type',
    how: 'appended by hand; the projections killed once more',
    commands: 4,
    sentAgain: 0,
    recoverySeconds: null,
    problems,
  };
}

/**
 * Commands are carried out, also on sheets, whose rows are still answered; read models that are not concerned follow.
 * Each time with another student: a stopped read model does not tell what was saved after it stopped, and to write over
 * that would be a conflict.
 */
async function othersGoOn({ site, load }: FaultScene, place: number): Promise<string[]> {
  const problems: string[] = [];
  const [own] = load.classes;
  const teacher = await site.signIn(own!.teachers[0]!);
  const shown = await teacher.call(readSheet, { teachingClassId: own!.teachingClassId, scoreType: '1' });
  if (shown.rows.length !== own!.studentCodes.length)
    problems.push(`the sheet shows ${shown.rows.length} of ${own!.studentCodes.length} rows`);
  const commandId = randomUUID();
  const [studentCode, dataKey] = [own!.studentCodes[place]!, own!.dataKeys[0]!];
  const before = shown.rows.find((row) => row.studentCode === studentCode)?.items[dataKey];
  await teacher.call(saveScores, {
    teachingClassId: own!.teachingClassId,
    scoreType: '1',
    commandId,
    rows: [{ studentCode, revision: shown.revision, items: { [dataKey]: before === '41.7' ? '42.9' : '41.7' } }],
  });
  if (
    !(await readOneStream(site.env, sheetStream(own!.teachingClassId, '1'))).some(
      ({ metadata }) => metadata.commandId === commandId,
    )
  )
    problems.push('a save on a sheet was acknowledged and is not in the store');

  const [clerk, dean] = [await site.signIn('clerk3'), await site.signIn('dean3')];
  const { todo } = await dean.call(approvalCounts, {});
  const { list: students } = await clerk.call(findStudents, { keyword: '' });
  for (const student of students) {
    const {
      list: courses,
      creditLimit,
      creditTaken,
    } = await clerk.call(recognitionOperationsOf.outside.planCourses, { studentId: student.studentCode });
    const course = courses.find(
      ({ recognised, passedFinal, courseCredit }) =>
        !recognised && passedFinal === '' && Number(creditTaken) + Number(courseCredit) <= Number(creditLimit),
    );
    if (!course) continue;
    await clerk.call(recognitionOperationsOf.outside.apply, {
      commandId: randomUUID(),
      studentId: student.studentCode,
      scoreCognizanceApplyRemark: '学生提交的成绩证明已核验原件',
      relateList: [
        {
          outSideList: [
            {
              outCourseCode: `MOOC-${course.courseId}-2`,
              outCourseName: `慕课${course.courseId}之二`,
              outCourseCredit: course.courseCredit,
              outScoreCognizanceFinalValue: '88',
            },
          ],
          inSideList: [{ courseId: course.courseId, scoreCognizanceFinalValue: '88' }],
        },
      ],
    });
    const counted = await vi.waitFor(async () => {
      const now = (await dean.call(approvalCounts, {})).todo;
      if (now === todo) throw new Error('the count stands still');
      return now;
    }, patience);
    if (counted !== todo + 1) problems.push(`the dean's count went from ${todo} to ${counted}`);
    return problems;
  }
  return [...problems, 'no student to apply for'];
}
