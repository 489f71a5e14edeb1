import { randomUUID } from 'node:crypto';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { approvalDetail, approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { saveScores, sheet as readSheet, submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { errors } from '@jwxt/contracts/all-errors.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { ApiRefused, type ApiSession } from '../testing/api-session.ts';
import { confirming } from '../testing/confirming.ts';
import type { OwnClass } from '../testing/own-classes.ts';
import type { ClassSupply } from './class-supply.ts';
import { wholeSchool, type Docket } from './docket.ts';
import { untilAnswered, type Journal } from './journal.ts';

/** What every writer works with. */
export interface Scene {
  readonly journal: Journal;
  readonly docket: Docket;
  readonly supply: ClassSupply;
  /** Set when the writers should come to an end. */
  readonly stopping: AbortSignal;
  /** The pause after a piece of work. */
  rest(ms: number): Promise<void>;
}

/** Works until the scene stops; rejects when something was never answered. */
export type Writer = (scene: Scene) => Promise<void>;

/** One person's pace: well below the gateway's limit for a session. */
const paceMs = 100;

/** A read that belongs to a command: asked until it is answered. */
async function read<R>(call: () => Promise<R>): Promise<R> {
  const answer = await untilAnswered(call);
  if (answer instanceof ApiRefused) throw answer;
  return answer;
}

type Cell = { readonly studentCode: string; readonly dataKey: string; readonly value: number };

/** Sends one save. Values are tenths. Answers the sheet's revision after it, or null when it was refused. */
async function save(
  { journal }: Scene,
  session: ApiSession,
  { teachingClassId }: OwnClass,
  cells: readonly Cell[],
  revision: number,
): Promise<number | null> {
  const commandId = randomUUID();
  const byStudent = Map.groupBy(cells, (cell) => cell.studentCode);
  const rows = [...byStudent].map(([studentCode, own]) => ({
    studentCode,
    revision,
    items: Object.fromEntries(own.map(({ dataKey, value }) => [dataKey, (value / 10).toFixed(1)])),
  }));
  const answer = await journal.send(
    {
      commandId,
      userName: session.userName,
      expected: { kind: 'save', stream: sheetStream(teachingClassId, '1'), cells },
    },
    () => session.call(saveScores, { teachingClassId, scoreType: '1', commandId, rows }),
  );
  return answer?.revision ?? null;
}

/**
 * Types over and over into the cells of some students of a class that others type into too. Each value differs from the
 * one before.
 */
export function saver(session: ApiSession, own: OwnClass, studentCodes: readonly string[]): Writer {
  return async (scene) => {
    let { revision } = await read(() =>
      session.call(readSheet, { teachingClassId: own.teachingClassId, scoreType: '1' }),
    );
    for (let turn = 0; !scene.stopping.aborted; turn += 1) {
      const studentCode = studentCodes[turn % studentCodes.length]!;
      const cells = own.dataKeys.map((dataKey, index) => ({ studentCode, dataKey, value: (turn * 7 + index) % 1000 }));
      revision = (await save(scene, session, own, cells, revision)) ?? revision;
      await scene.rest(paceMs);
    }
  };
}

/** Fills classes and submits them, corrects what comes back and submits it again. */
export function submitter(session: ApiSession): Writer {
  return async (scene) => {
    for (let turn = 0; !scene.stopping.aborted; turn += 1) {
      const own = scene.supply.take(session.userName);
      // Every other class is excellent throughout, which the whole school's office has to approve too.
      if (own) await fillAndSubmit(scene, session, own, turn % 2 === 0 ? 700 : 930);
      await scene.rest(paceMs);
    }
  };
}

async function fillAndSubmit(scene: Scene, session: ApiSession, own: OwnClass, level: number): Promise<void> {
  const entered = own.studentCodes.flatMap((studentCode, place) =>
    own.dataKeys.map((dataKey) => ({ studentCode, dataKey, value: level + place })),
  );
  let revision = await save(scene, session, own, entered, (await sheetOf(session, own)).revision);
  for (let round = 1; revision !== null; round += 1) {
    const applyId = await submit(scene, session, own, revision);
    if (applyId === null || (await answerOf(scene, applyId)) !== 'returned') return;
    const back = await untilReturned(scene, session, own, revision);
    if (back === null) return;
    revision = await save(scene, session, own, [{ ...entered[0]!, value: level + 20 + round }], back);
  }
}

async function submit(
  { journal, docket }: Scene,
  session: ApiSession,
  { teachingClassId, departmentId }: OwnClass,
  revision: number,
): Promise<string | null> {
  const commandId = randomUUID();
  const answer = await journal.send(
    { commandId, userName: session.userName, expected: { kind: 'submit', stream: sheetStream(teachingClassId, '1') } },
    confirming((confirmed) =>
      session.call(submitScores, { teachingClassId, scoreType: '1', commandId, revision, confirmed }),
    ),
  );
  if (!answer) return null;
  docket.lay(departmentId, answer.applyId);
  return answer.applyId;
}

async function answerOf({ docket, stopping, rest }: Scene, applyId: string): Promise<'returned' | 'ended' | undefined> {
  let answer = docket.answerTo(applyId);
  while (answer === undefined && !stopping.aborted) {
    await rest(paceMs);
    answer = docket.answerTo(applyId);
  }
  return answer;
}

function sheetOf(session: ApiSession, { teachingClassId }: OwnClass): Promise<OutputOf<typeof readSheet>> {
  return read(() => session.call(readSheet, { teachingClassId, scoreType: '1' }));
}

/**
 * The revision of a sheet that was given back after what was saved last, as soon as the teacher can see it; null when
 * the scene stops before.
 */
async function untilReturned(
  { stopping, rest }: Scene,
  session: ApiSession,
  own: OwnClass,
  saved: number,
): Promise<number | null> {
  while (!stopping.aborted) {
    const sheet = await sheetOf(session, own);
    if (sheet.entryState === 'returned' && sheet.editable && sheet.revision > saved) return sheet.revision;
    await rest(paceMs);
  }
  return null;
}

/** Applies for one recognition after the other, of different students and courses. */
export function clerk(session: ApiSession, departmentId: string, studentCodes: readonly string[]): Writer {
  return async (scene) => {
    // What is under way shows with a delay: nothing is asked for twice.
    const asked = new Set<string>();
    for (;;) {
      for (const studentCode of studentCodes) {
        const { list, creditLimit, creditTaken } = await read(() =>
          session.call(recognitionOperationsOf.outside.planCourses, { studentId: studentCode }),
        );
        // Of the latest semester: nobody passes it meanwhile on one of the sheets that are typed here.
        const latest = list.toSorted((one, other) => (one.semesterId < other.semesterId ? 1 : -1));
        const course = latest.find(
          ({ recognised, passedFinal, courseId, courseCredit }) =>
            !recognised &&
            passedFinal === '' &&
            !asked.has(`${studentCode} ${courseId}`) &&
            Number(creditTaken) + Number(courseCredit) <= Number(creditLimit),
        );
        if (course) asked.add(`${studentCode} ${course.courseId}`);
        if (course) await recognise(scene, session, departmentId, studentCode, course);
        await scene.rest(paceMs * 2);
        if (scene.stopping.aborted) return;
      }
    }
  };
}

type PlanCourse = OutputOf<typeof recognitionOperationsOf.outside.planCourses>['list'][number];

async function recognise(
  { journal, docket }: Scene,
  session: ApiSession,
  departmentId: string,
  studentCode: string,
  { courseId, courseCredit }: PlanCourse,
): Promise<void> {
  const commandId = randomUUID();
  const answer = await journal.send(
    { commandId, userName: session.userName, expected: { kind: 'recognise', studentCode, courseId } },
    () =>
      session.call(recognitionOperationsOf.outside.apply, {
        commandId,
        studentId: studentCode,
        scoreCognizanceApplyRemark: '学生提交的成绩证明已核验原件',
        relateList: [
          {
            outSideList: [
              {
                outCourseCode: `MOOC-${courseId}`,
                outCourseName: `慕课${courseId}`,
                outCourseCredit: courseCredit,
                outScoreCognizanceFinalValue: '88',
              },
            ],
            inSideList: [{ courseId, scoreCognizanceFinalValue: '88' }],
          },
        ],
      }),
  );
  if (answer) docket.lay(departmentId, answer.applyId);
}

/** Decides what lies on a desk. Every third application is returned once; those of the whole school are passed. */
export function approver(session: ApiSession, desk: string): Writer {
  return async (scene) => {
    for (let decided = 0; !scene.stopping.aborted;) {
      const applyId = scene.docket.take(desk);
      if (applyId !== undefined) {
        const item = await read(() => session.call(approvalDetail, { applyId })).catch(() => null);
        if (item?.mayApprove) {
          await decide(scene, session, item, desk !== wholeSchool && item.round === 1 && decided % 3 === 2);
          decided += 1;
        } else {
          // The read models do not show it yet, or not at this desk.
          scene.docket.lay(desk, applyId);
        }
      }
      await scene.rest(paceMs);
    }
  };
}

async function decide(
  { journal, docket }: Scene,
  session: ApiSession,
  { applyId, revision, processNo }: OutputOf<typeof approvalDetail>,
  returns: boolean,
): Promise<void> {
  const commandId = randomUUID();
  const answer = await journal.send(
    // Every application of a request has a command id of its own.
    {
      commandId: derivedId(`${commandId}:${applyId}`),
      userName: session.userName,
      expected: { kind: 'decide', stream: applicationStream(applyId) },
    },
    async () => {
      const { results } = await session.call(approve, {
        commandId,
        keyList: [applyId],
        revisions: { [applyId]: revision },
        ...(returns
          ? { approvalStatus: '2', backNode: '0', approvalOpinion: '请核对' }
          : { approvalStatus: '0', approvalOpinion: '同意' }),
      });
      const result = results[applyId]!;
      if (result.code === SUCCESS_CODE) return result.data as { approvalBusinessStatus: string };
      const { status } = (errors as Record<string, { status: number }>)[result.code] ?? { status: 500 };
      throw new ApiRefused(approve, status, { code: result.code, message: result.message, traceId: '' });
    },
  );
  if (!answer) return;
  if (answer.approvalBusinessStatus === '2') docket.lay(wholeSchool, applyId);
  // Nobody corrects a returned recognition here.
  else if (processNo === 'ZKCJSP') docket.answer(applyId, returns ? 'returned' : 'ended');
}
