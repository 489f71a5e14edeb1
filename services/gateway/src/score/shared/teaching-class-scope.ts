import type { ScopedRow } from '../../kernel/scope.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/**
 * Scope of a teaching class `c`: the opening unit and campus, and the classes that a teacher teaches or was named to
 * enter (domain model, `tc`).
 */
export const teachingClassScope: ScopedRow = {
  target: 'teachingClass',
  DW: 'class.open_department_id',
  XQ: 'class.xqdm',
  own: ({ gh }, params) => (gh === null ? 'false' : ownClasses(params.add(gh))),
};

const ownClasses = (
  gh: string,
): string => `class.teaching_class_id in (select teaching_class_id from base.teaching_class_teacher where gh = ${gh}
    union all select teaching_class_id from ${sheetTable} where import_teacher_gh = ${gh})`;
