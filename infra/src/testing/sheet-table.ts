import { readModelSchema, readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import type { Queryable } from '../runtime/postgres.ts';

/** The columns of the read model of sheets that a semester's end asks for, where nothing projects it. */
export async function createSheetTable(db: Queryable): Promise<void> {
  await db.query(`create schema if not exists ${readModelSchema(scoreSheetModel.name)}`);
  await db.query(
    `create table if not exists ${readModelTable(scoreSheetModel, 'sheet')}
      (sheet_id text, sheet_status text, entered_num int)`,
  );
}
