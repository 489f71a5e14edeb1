import { sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { sheetId, sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  cellValues,
  remarkOf,
  sheetStreams,
  type PublishedSheet,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { Policy } from '../kernel/command-route.ts';

/**
 * Keeps who has not passed an ordinary published sheet, as rows that lists are made from. It writes what the sheet says
 * now, whichever of its events it is asked about: doing it again, late, or twice comes to the same.
 */
export const keepMakeupCandidates: Policy = {
  name: 'makeup-candidates',
  types: ['ScoresApproved', 'ScoreChangeApplied', 'ScoresRolledBack'],
  start: 'beginning',
  async react(stored, { handler, pool }) {
    const event = stored.event as ScoreSheetEvent;
    if (event.type !== 'ScoresApproved' && event.type !== 'ScoreChangeApplied' && event.type !== 'ScoresRolledBack')
      return null;
    const { teachingClassId, scoreType: type } = event.data;
    if (type !== scoreType.regular) return null;
    const { state, revision } = await handler.readSince(
      sheetStream(teachingClassId, type),
      sheetStreams,
      stored.revision,
    );
    if (state.status === sheetStatus.unset) return null;
    await inTransaction(pool, (client) => replaceCandidates(client, state, revision));
    return null;
  },
};

async function replaceCandidates(client: PoolClient, sheet: SetUpSheet, revision: number): Promise<void> {
  const { teachingClassId, scoreType, semesterId, courseId } = sheet.facts;
  const id = sheetId(teachingClassId, scoreType);
  const { rowCount } = await client.query(
    `insert into base.makeup_source as known (sheet_id, teaching_class_id, semester_id, course_id, revision, rules)
      values ($1, $2, $3, $4, $5, $6)
     on conflict (sheet_id) do update set revision = excluded.revision, rules = excluded.rules
     where known.revision <= excluded.revision`,
    [id, teachingClassId, semesterId, courseId, revision, JSON.stringify(sheet.rules)],
  );
  // A later state is there already.
  if (rowCount === 0) return;
  await client.query('delete from base.makeup_candidate where sheet_id = $1', [id]);
  await client.query(
    `insert into base.makeup_candidate (attempt_id, sheet_id, student_code, list_source, score_remark_code, final,
        cells)
     select given."attemptId", $1, given."studentCode", given."listSource", given."remarkCode", given.final, given.cells
       from jsonb_to_recordset($2::jsonb) as given ("attemptId" text, "studentCode" text, "listSource" text,
         "remarkCode" text, final int, cells jsonb)`,
    [id, JSON.stringify(sheet.status === sheetStatus.published ? notPassed(sheet) : [])],
  );
}

/** The students whose published row is no pass, with the values that stand now. */
function notPassed({ facts, rules, rows, submission }: PublishedSheet) {
  return submission.rows.flatMap(({ studentCode, isReExamStudentName: listSource }) => {
    const row = rows[studentCode];
    const remarkCode = remarkOf(row);
    const cells = cellValues(row);
    const { final, passed } = computeRow(cells, remarkCode, rules, row ?? { studentCode });
    return passed
      ? []
      : [{ attemptId: sheetAttemptId(facts, studentCode), studentCode, listSource, remarkCode, final, cells }];
  });
}
