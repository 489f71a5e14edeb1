import { entryClasses, saveScores, semesters, sheet, submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { saveSheet, submitSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreRemarks } from '@jwxt/contracts/score/score.vocabulary.ts';
import { errorText } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { itemViews } from '../kernel/score-items.ts';
import { findEntryClass, listEntryClasses, type EntryClass } from './entry-class.read.ts';
import { readSheetHead, readSheetRows, type SheetHead } from './sheet.read.ts';

/** Read models in which people look for a submission and its application. */
const submissionReadModels = ['score-sheet', 'approval-list', 'approval-log', 'todo-queue'] as const;

const classesHandler = handler(entryClasses, async (filter, call) => ({
  ...await listEntryClasses(call.services.db, call.user, filter, call.now), serverTime: toDateTimeText(call.now),
}));

const sheetHandler = handler(sheet, async ({ teachingClassId, scoreType }, call) => {
  const { db } = call.services;
  const id = sheetId(teachingClassId, scoreType);
  const [found, head] = await Promise.all([findEntryClass(db, call.user, 'scoreEntry:detail', { teachingClassId, scoreType }, call.now), readSheetHead(db, id)]);
  if (!found || !head) throw new Refused('SHEET_NOT_FOUND');
  const { rules } = head;
  const [rows, readOnlyReason] = await Promise.all([readSheetRows(db, teachingClassId, id, head), whyReadOnly(found, head, call)]);
  return {
    ...found, scoreHierarchyCode: rules.scoreHierarchyCode, scoreHierarchyName: rules.scoreHierarchyName, listCode: rules.listCode, digit: rules.digit,
    passMark: rules.passMark, items: itemViews(rules.items, rules.listCode), rows, revision: head.revision, serverTime: toDateTimeText(call.now),
    editable: readOnlyReason === null, readOnlyReason, submittedBy: head.submitted_by, submittedAt: head.submitted_at ? toDateTimeText(head.submitted_at) : null,
    remarks: Object.entries(scoreRemarks).map(([scoreRemarkCode, { name, teacherMaySet }]) => ({ scoreRemarkCode, scoreRemarkName: name, teacherMaySet })),
    openChangeApplyId: head.open_change_apply_id,
  };
});

/** The wording that a save would be refused with now; null when the person may type. The decider has the last word. */
async function whyReadOnly(found: EntryClass, head: SheetHead, { user, services }: SignedInCall): Promise<string | null> {
  if (!mayDo(user, 'scoreEntry:save') || !(await teaches(services.db, user.gh, found.teachingClassId))) return errorText('SHEET_NOT_TEACHER');
  if (head.sheet_status === '4') return errorText('SHEET_PUBLISHED');
  if (head.sheet_status === '3') return errorText('SHEET_SUBMITTED', { name: head.submitted_by ?? '', time: head.submitted_at ? toDateTimeText(head.submitted_at) : '' });
  const [begin, end] = [found.scoreTermInputBeginTime, found.scoreTermInputEndTime];
  if (found.windowState === 'before') return errorText('SHEET_WINDOW_NOT_OPEN', { begin, end });
  return found.windowState === 'closed' ? errorText('SHEET_WINDOW_CLOSED', { end }) : null;
}

async function teaches(db: Queryable, gh: string | null, teachingClassId: string): Promise<boolean> {
  if (gh === null) return false;
  const { rows } = await db.query('select 1 from base.teaching_class_teacher where teaching_class_id = $1 and gh = $2', [teachingClassId, gh]);
  return rows.length > 0;
}

/** Scope holds for writes too: a class that the person could not open is not written to. */
async function checkScope(call: SignedInCall, teachingClassId: string, scoreType: string): Promise<void> {
  const found = await findEntryClass(call.services.db, call.user, call.permission ?? '', { teachingClassId, scoreType }, call.now);
  if (!found) throw new Refused('SHEET_NOT_TEACHER');
}

const saveHandler = handler(saveScores, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId, payload.scoreType);
  const { revision } = await runCommand(saveSheet, payload, call, { commandId, shownIn: ['score-sheet'] });
  return { revision, savedAt: toDateTimeText(call.services.clock()) };
});

const submitHandler = handler(submitScores, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId, payload.scoreType);
  const { applyId, revision } = await runCommand(submitSheet, payload, call, { commandId, shownIn: submissionReadModels });
  return { applyId, revision };
});

const semestersHandler = handler(semesters, async (_input, call) => {
  const { rows } = await call.services.db.query<{ xnxq: string; xnxqmc: string; sfdqxq: string }>('select xnxq, xnxqmc, sfdqxq from base.semester order by xnxq desc');
  return { list: rows };
});

export const scoreEntryHandlers = [classesHandler, sheetHandler, saveHandler, submitHandler, semestersHandler];
