import { entryClasses, saveScores, semesters, sheet, submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { saveSheet, submitSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { scoreRemarks } from '@jwxt/contracts/score/score.vocabulary.ts';
import { errorText } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { itemViews } from '../kernel/score-items.ts';
import { listEntryClasses, reachesClass } from './entry-class.read.ts';
import { findSheet, type SheetView } from './sheet.read.ts';

/** Read models in which people look for a submission and its application. */
const submissionReadModels = ['score-sheet', 'approval-list', 'approval-log', 'todo-queue'] as const;

const classesHandler = handler(entryClasses, async (filter, call) => ({
  ...await listEntryClasses(call.services.db, call.user, filter, call.now), serverTime: toDateTimeText(call.now),
}));

const sheetHandler = handler(sheet, async (key, call) => {
  const found = await findSheet(call.services.db, call.user, 'scoreEntry:detail', key, call.now);
  if (!found) throw new Refused('SHEET_NOT_FOUND');
  const { rules } = found;
  const readOnlyReason = whyReadOnly(found, call.user);
  return {
    ...found.entryClass, scoreHierarchyCode: rules.scoreHierarchyCode, scoreHierarchyName: rules.scoreHierarchyName, listCode: rules.listCode, digit: rules.digit,
    passMark: rules.passMark, items: itemViews(rules.items, rules.listCode), rows: [...found.rows], revision: found.revision, serverTime: toDateTimeText(call.now),
    editable: readOnlyReason === null, readOnlyReason, submittedBy: found.submittedBy, submittedAt: found.submittedAt ? toDateTimeText(found.submittedAt) : null,
    remarks, openChangeApplyId: found.openChangeApplyId,
  };
});

const remarks = Object.entries(scoreRemarks).map(([scoreRemarkCode, { name, teacherMaySet }]) => ({ scoreRemarkCode, scoreRemarkName: name, teacherMaySet }));

/** The wording that a save would be refused with now; null when the person may type. The decider has the last word. */
function whyReadOnly({ entryClass, status, submittedBy, submittedAt, teaches }: SheetView, user: Principal): string | null {
  if (!teaches || !mayDo(user, 'scoreEntry:save')) return errorText('SHEET_NOT_TEACHER');
  if (status === '4') return errorText('SHEET_PUBLISHED');
  if (status === '3') return errorText('SHEET_SUBMITTED', { name: submittedBy ?? '', time: submittedAt ? toDateTimeText(submittedAt) : '' });
  const [begin, end] = [entryClass.scoreTermInputBeginTime, entryClass.scoreTermInputEndTime];
  if (entryClass.windowState === 'before') return errorText('SHEET_WINDOW_NOT_OPEN', { begin, end });
  return entryClass.windowState === 'closed' ? errorText('SHEET_WINDOW_CLOSED', { end }) : null;
}

/** Scope holds for writes too: a class that the person could not open is not written to. */
async function checkScope({ services, user, permission }: SignedInCall, teachingClassId: string): Promise<void> {
  if (!(await reachesClass(services.db, user, permission ?? '', teachingClassId))) throw new Refused('SHEET_NOT_TEACHER');
}

const saveHandler = handler(saveScores, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId);
  const { revision } = await runCommand(saveSheet, payload, call, { commandId, shownIn: ['score-sheet'] });
  return { revision, savedAt: toDateTimeText(call.services.clock()) };
});

const submitHandler = handler(submitScores, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId);
  const { applyId, revision } = await runCommand(submitSheet, payload, call, { commandId, shownIn: submissionReadModels });
  return { applyId, revision };
});

const semestersHandler = handler(semesters, async (_input, call) => {
  const { rows } = await call.services.db.query<{ xnxq: string; xnxqmc: string; sfdqxq: string }>('select xnxq, xnxqmc, sfdqxq from base.semester order by xnxq desc');
  return { list: rows };
});

export const scoreEntryHandlers = [classesHandler, sheetHandler, saveHandler, submitHandler, semestersHandler];
