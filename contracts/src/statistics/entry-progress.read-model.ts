import { defineReadModel, table, text } from '../kernel/read-model.ts';
import type { EntryState } from '../score/score.vocabulary.ts';

/** How far each sheet has come: what deans look at before a window closes. */
export const entryProgressModel = defineReadModel({
  name: 'entry-progress',
  tables: {
    sheet: table(
      {
        sheet_id: text(),
        semester_id: text(),
        open_department_id: text(),
        open_department_name: text(),
        state: text<EntryState>(),
      },
      { key: ['sheet_id'], indexes: ['(semester_id, open_department_id)'] },
    ),
  },
});
