import { randomUUID } from 'node:crypto';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { auditScoreChange, exportScoreChangeAudits, queryScoreChangeAudits, scoreChangeStudents } from '@jwxt/contracts/score/score-change-audit.operations.ts';
import { decideAll } from '../kernel/decide-applications.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { workbookAnswer } from '../kernel/workbook.ts';
import { changeWorkbook } from './score-change-workbook.ts';
import { changeDetailRowOf, changeItemOf, exportedChanges, findChange, listChangeAudits, makeupTypes } from './score-change.read.ts';

const queueKeysOf = ({ services, user }: SignedInCall): Promise<readonly string[]> => services.queueKeys.of(user);

const queryHandler = handler(queryScoreChangeAudits, async (filter, call) => {
  const { rows, total, todo } = await listChangeAudits(call.services.db, call.user, await queueKeysOf(call), 'scoreChangeAudit:detail', filter);
  return { rows: rows.map((row) => ({ ...changeItemOf(row), departmentName: row.sheet.openDepartmentName, awaitsMe: row.awaits_me ?? false })), total, todo };
});

const exportHandler = handler(exportScoreChangeAudits, async (filter, call) =>
  workbookAnswer('成绩更改审核.xlsx', await changeWorkbook(await exportedChanges(call.services.db, call.user, await queueKeysOf(call), filter))));

/** Only changes, and only those in scope: whatever else is named is answered as not found. */
const auditHandler = handler(auditScoreChange, async (input, call) => {
  const found = await Promise.all([...new Set(input.keyList)].map(async (key) => ({ key, known: (await findChange(call.services.db, call.user, key)) !== undefined })));
  const keys = found.filter(({ known }) => known).map(({ key }) => key);
  const unknown = found.filter(({ known }) => !known).map(({ key }) => key);
  const decided = keys.length === 0 && unknown.length > 0 ? {} : await decideAll(input, keys, input.commandId ?? randomUUID(), call);
  const results = { ...decided, ...Object.fromEntries(unknown.map((key) => [key, { code: 'APPROVAL_NOT_FOUND', message: errorText('APPROVAL_NOT_FOUND') }])) };
  // What passed says so in the specification's words (SCORE-CHANGE-10).
  const passed = (input.approvalStatus ?? input.processNodeResult ?? input.approvalState) === '0';
  return { results: Object.fromEntries(Object.entries(results).map(([key, result]) => [key, result.code === SUCCESS_CODE ? { ...result, message: passed ? '审核通过' : '审核成功' } : result])) };
});

const studentsHandler = handler(scoreChangeStudents, async ({ applyId, scoreType, teachingClassId, semesterId }, call) => {
  const row = await findChange(call.services.db, call.user, applyId);
  if (!row || row.score_type !== scoreType || row.teaching_class_id !== teachingClassId || row.sheet.semesterId !== semesterId) throw new Refused('APPROVAL_NOT_FOUND');
  const makeup = await makeupTypes(call.services.db, teachingClassId);
  return { list: row.rows.map((one) => changeDetailRowOf(one, row.rules, makeup)) };
});

export const scoreChangeAuditHandlers = [queryHandler, exportHandler, auditHandler, studentsHandler];
