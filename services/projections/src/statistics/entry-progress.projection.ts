import { sheetId, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { EntryState } from '@jwxt/contracts/score/score.vocabulary.ts';
import { entryProgressModel } from '@jwxt/contracts/statistics/entry-progress.read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { sheet } = entryProgressModel.tables;

type SheetEvent = ProjectedEvent<ScoreSheetEvent>;
const idOf = ({ data }: SheetEvent): string => sheetId(data.teachingClassId, data.scoreType);

/** How far each sheet has come: what deans look at before a window closes. */
export const entryProgress = defineProjection({
  readModel: entryProgressModel,
  version: 2,
  streams: [sheetStreams],
  load: (rows, events) =>
    rows.load(
      sheet,
      events.map((event) => [idOf(event)]),
    ),
  handlers: {
    SheetInitialised(rows, event) {
      const { semesterId, openDepartmentId, openDepartmentName } = event.data;
      rows.set(sheet, {
        sheet_id: idOf(event),
        semester_id: semesterId,
        open_department_id: openDepartmentId,
        open_department_name: openDepartmentName,
        state: 'empty',
      });
    },
    CellsEntered: entered,
    RemarkSet: entered,
    ScoresSubmitted: (rows, event) => become(rows, event, 'submitted'),
    ScoresReopened: (rows, event) => become(rows, event, event.data.cause === 'recalled' ? 'entering' : 'returned'),
    ScoresRolledBack: (rows, event) => become(rows, event, 'returned'),
    ScoresApproved: (rows, event) => become(rows, event, 'passed'),
    SheetWithdrawn: (rows, event) => rows.remove(sheet, [idOf(event)]),
  },
});

/** A returned sheet stays returned until it is submitted again. */
function entered(rows: BatchRows, event: SheetEvent): void {
  if (rows.need(sheet, [idOf(event)]).state === 'empty') become(rows, event, 'entering');
}

function become(rows: BatchRows, event: SheetEvent, state: EntryState): void {
  rows.change(sheet, [idOf(event)], { state });
}
