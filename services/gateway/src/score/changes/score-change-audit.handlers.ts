import {
  auditScoreChange,
  exportScoreChangeAudits,
  queryScoreChangeAudits,
  scoreChangeStudents,
} from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { changeWorkbook } from './score-change-workbook.ts';
import {
  changeDetailRowOf,
  changeItemOf,
  exportedChanges,
  findChange,
  listChangeAudits,
  makeupTypes,
} from './score-change.read.ts';

const queryHandler = handler(queryScoreChangeAudits, async (filter, call) => {
  const { rows, total, todo } = await listChangeAudits(
    call.services.db,
    await viewerOf(call),
    'scoreChangeAudit:detail',
    filter,
  );
  return {
    rows: rows.map((row) => ({
      ...changeItemOf(row),
      departmentName: row.sheet.openDepartmentName,
      awaitsMe: row.awaits_me ?? false,
    })),
    total,
    todo,
  };
});

const changesExport = exportHandler(exportScoreChangeAudits, async (filter, call) =>
  listExport('成绩更改审核.xlsx', changeWorkbook(exportedChanges(await viewerOf(call), filter))),
);

const auditHandler = handler(auditScoreChange, async (input, call) => {
  const viewer = await viewerOf(call);
  const found = await Promise.all([...new Set(input.keyList)].map((key) => findChange(call.services.db, viewer, key)));
  return { results: await decideInScope(input, new Set(found.flatMap((row) => row?.apply_id ?? [])), call) };
});

const studentsHandler = handler(
  scoreChangeStudents,
  async ({ applyId, scoreType, teachingClassId, semesterId }, call) => {
    const row = await findChange(call.services.db, await viewerOf(call), applyId);
    if (
      !row ||
      row.score_type !== scoreType ||
      row.teaching_class_id !== teachingClassId ||
      row.sheet.semesterId !== semesterId
    )
      throw new Refused('APPROVAL_NOT_FOUND');
    const makeup = await makeupTypes(call.services.db, teachingClassId);
    return { list: row.rows.map((one) => changeDetailRowOf(one, row.rules, makeup)) };
  },
);

export const scoreChangeAuditHandlers = [queryHandler, changesExport, auditHandler, studentsHandler];
