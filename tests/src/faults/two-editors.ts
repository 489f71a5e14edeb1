import { randomUUID } from 'node:crypto';
import type { CellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefused, type ApiSession } from '../testing/api-session.ts';
import type { OwnClass } from '../testing/own-classes.ts';
import type { FaultScene } from './fault.ts';
import { readOneStream } from './stored-events.ts';

/** A save of one cell: accepted at a revision, or refused with who was faster. */
type Answer = { readonly revision: number } | { readonly conflict: CellConflict };

/** A person's pace, within the gateway's limit for a session. */
const paceMs = 60;

/**
 * Two people type different values into one cell at the same moment, again and again: each time one of them is told of
 * the other's value, and goes on from there. Answers where an edit was lost in silence.
 */
export async function typeAgainstEachOther({ site, load }: FaultScene, rounds: number): Promise<string[]> {
  const teachers = ['teacher91', 'teacher92'] as const;
  const own = await load.openClass({ departmentId: '103', teachers, students: 1 });
  const sessions = await Promise.all(teachers.map((name) => site.signIn(name)));
  const problems: string[] = [];
  const accepted: number[] = [];
  let base = 0;
  for (let round = 0; round < rounds; round += 1) {
    const values = [2 * round, 2 * round + 1].map((value) => value % 1_000);
    const answers = await Promise.all(sessions.map((session, index) => saveCell(session, own, values[index]!, base)));
    const winner = answers.findIndex((answer) => 'revision' in answer);
    const loser = answers[1 - winner];
    const won = answers[winner];
    if (!won || !('revision' in won) || !loser || !('conflict' in loser)) {
      problems.push(`round ${round}: ${JSON.stringify(answers)}`);
      break;
    }
    const { theirs, byUserName, revision } = loser.conflict;
    if (theirs !== (values[winner]! / 10).toFixed(1) || byUserName !== teachers[winner] || revision !== won.revision)
      problems.push(`round ${round}: told of ${theirs} by ${byUserName} at ${revision}`);
    accepted.push(values[winner]!);
    base = won.revision;
    await sleep(paceMs);
  }
  const stored = (await readOneStream(site.env, sheetStream(own.teachingClassId, '1')))
    .map(({ event }) => event as ScoreSheetEvent)
    .flatMap((event) =>
      event.type === 'CellsEntered' ? event.data.rows.flatMap(({ cells }) => cells.map(({ after }) => after)) : [],
    );
  if (stored.join() !== accepted.join())
    problems.push(`${stored.length} edits are stored, ${accepted.length} were acknowledged, or in another order`);
  return problems;
}

async function saveCell(
  session: ApiSession,
  { teachingClassId, studentCodes, dataKeys }: OwnClass,
  value: number,
  revision: number,
): Promise<Answer> {
  const rows = [{ studentCode: studentCodes[0]!, revision, items: { [dataKeys[0]!]: (value / 10).toFixed(1) } }];
  try {
    return await session.call(saveScores, { teachingClassId, scoreType: '1', commandId: randomUUID(), rows });
  } catch (error) {
    if (!(error instanceof ApiRefused) || error.failure.code !== 'SHEET_CELL_CONFLICT') throw error;
    return { conflict: (error.failure.data as { conflicts: CellConflict[] }).conflicts[0]! };
  }
}
