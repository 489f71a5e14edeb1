import {
  entryClasses,
  registerRemark,
  saveScores,
  saveScoresFor,
  semesters,
  sheet,
  submitScores,
} from '@jwxt/contracts/score/score-entry.operations.ts';
import {
  whyNotHisToEnter,
  whyNotOpen,
  type EnteredSheet,
  type EntryRefusal,
} from '@jwxt/contracts/score/score-entry.rules.ts';
import {
  registerRemark as registerRemarkCommand,
  saveSheet,
  submitSheet,
} from '@jwxt/contracts/score/score-sheet.command.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { handler, type SignedInCall } from '../../kernel/handler.ts';
import { mayDo, type Principal } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { itemViews } from '../shared/score-item-view.ts';
import { listEntryClasses, listUnfinishedElsewhere, reachesClass } from './entry-class.read.ts';
import { classFactHandlers } from './class-facts.handlers.ts';
import { extraScoreHandlers } from './extra-score.handlers.ts';
import { comparedWith } from '../shared/earlier-scores.read.ts';
import { findSheet, type SheetView } from './sheet.read.ts';

/** Read models in which people look for a submission and its application. */
const classesHandler = handler(entryClasses, async (filter, call) => ({
  ...(await listEntryClasses(call.services.db, call.user, filter, call.now)),
  elsewhere: await listUnfinishedElsewhere(call.services.db, call.user, filter),
  serverTime: toDateTimeText(call.now),
}));

const sheetHandler = handler(sheet, async (key, call) => {
  const found = await findSheet(call.services.db, call.user, 'scoreEntry:detail', key, call.now);
  if (!found) throw new Refused('SHEET_NOT_FOUND');
  const { rules } = found;
  const readOnlyReason = whyReadOnly(found, call.user);
  return {
    ...found.entryClass,
    scoreHierarchyCode: rules.scoreHierarchyCode,
    scoreHierarchyName: rules.scoreHierarchyName,
    listCode: rules.listCode,
    digit: rules.digit,
    passMark: rules.passMark,
    retake: rules.retake ?? null,
    retakeCap: rules.retakeCap ?? null,
    items: itemViews(rules.items, rules.listCode),
    rows: [...found.rows],
    leftRows: [...found.leftRows],
    revision: found.revision,
    serverTime: toDateTimeText(call.now),
    editable: readOnlyReason === null,
    readOnlyReason,
    ...mayElse(found, call.user),
    submittedBy: found.submittedBy,
    submittedAt: found.submittedAt ? toDateTimeText(found.submittedAt) : null,
    remarks: [...found.remarks].map(([scoreRemarkCode, { inUse, teacherMaySet }]) => ({
      scoreRemarkCode,
      scoreRemarkName: remarkName(scoreRemarkCode),
      inUse,
      teacherMaySet,
    })),
    openChanges: found.openChanges.map(({ applyId, studentCodes }) => ({
      applyId,
      studentCodes: studentCodes && [...studentCodes],
    })),
    changeAs: await changeAs(found, call),
  };
});

/** What else the person may do with the sheet as it is. */
function mayElse(
  found: SheetView,
  user: Principal,
): { mayEnterFor: boolean; mayRecall: boolean; mayRegisterRemark: boolean } {
  const entering = found.status === sheetStatus.set || found.status === sheetStatus.entering;
  const open = found.entryClass.windowState === 'open';
  return {
    mayEnterFor: entering && open && notHisToEnter(found, user) !== null && mayDo(user, 'scoreEntry:saveFor'),
    mayRecall:
      found.status === sheetStatus.submitted && found.appliedAndUndecided && found.entryClass.windowState !== 'closed',
    mayRegisterRemark: entering && mayDo(user, 'scoreEntry:registerRemark'),
  };
}

/**
 * As whom the person may ask for a change of published scores; of a remark alone, for others, while they wait for their
 * approval. The command has the last word.
 */
async function changeAs(
  found: SheetView,
  { services, user }: Pick<SignedInCall, 'services' | 'user'>,
): Promise<'teacher' | 'onBehalf' | null> {
  const isPublished = found.status === sheetStatus.published;
  if (!isPublished && found.status !== sheetStatus.submitted) return null;
  const own = isPublished && (found.teaches || (user.gh !== null && found.importTeacherGh === user.gh));
  if (own && mayDo(user, 'scoreChange:apply')) return 'teacher';
  const mayForOthers =
    mayDo(user, 'scoreChange:applyFor') &&
    (await reachesClass(services.db, user, 'scoreChange:applyFor', found.entryClass.teachingClassId));
  return mayForOthers ? 'onBehalf' : null;
}

/** Why the scores are not this person's to type, or null. */
function notHisToEnter(found: SheetView, user: Principal): EntryRefusal | null {
  const permitted = mayDo(user, 'scoreEntry:save');
  return whyNotHisToEnter(entered(found), {
    gh: permitted ? (user.gh ?? null) : null,
    teaches: permitted && found.teaches,
  });
}

/** The wording that a save would be refused with now; null when the person may type. The decider has the last word. */
function whyReadOnly(found: SheetView, user: Principal): string | null {
  const why = notHisToEnter(found, user) ?? whyNotOpen(entered(found));
  return why === null ? null : errorText(why.code, why.details);
}

/** The sheet as the rules of entry ask about it. */
function entered({ entryClass, status, submittedBy, submittedAt, importTeacherGh }: SheetView): EnteredSheet {
  return {
    status,
    window: {
      state: entryClass.windowState,
      begin: entryClass.scoreTermInputBeginTime,
      end: entryClass.scoreTermInputEndTime,
    },
    submitted: { name: submittedBy ?? '', time: submittedAt ? toDateTimeText(submittedAt) : '' },
    entryTeacher: { gh: importTeacherGh, name: entryClass.importTeacher },
  };
}

/** Scope holds for writes too: a class that the person could not open is not written to. */
async function checkScope({ services, user, permission }: SignedInCall, teachingClassId: string): Promise<void> {
  if (!(await reachesClass(services.db, user, permission, teachingClassId))) throw new Refused('SHEET_NOT_TEACHER');
}

/** The sheet knows what it has saved: nobody waits for it to be read again (038). */
const saveHandler = handler(saveScores, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId);
  const { revision, savedAt } = await runCommand(saveSheet, payload, call, { commandId, shown: 'later' });
  return { revision, savedAt: toDateTimeText(savedAt) };
});

const saveForHandler = handler(saveScoresFor, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId);
  const { revision, savedAt } = await runCommand(saveSheet, payload, call, { commandId });
  return { revision, savedAt: toDateTimeText(savedAt) };
});

const registerRemarkHandler = handler(registerRemark, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId);
  const { revision } = await runCommand(registerRemarkCommand, payload, call, { commandId });
  return { revision };
});

const submitHandler = handler(submitScores, async ({ commandId, ...payload }, call) => {
  await checkScope(call, payload.teachingClassId);
  const { applyId, revision } = await runCommand(
    submitSheet,
    { ...payload, ...(await comparedWith(call.services.db, payload)) },
    call,
    { commandId },
  );
  return { applyId, revision };
});

const semestersHandler = handler(semesters, async (_input, call) => {
  const { rows } = await call.services.db.query<{ xnxq: string; xnxqmc: string; sfdqxq: string }>(
    'select xnxq, xnxqmc, sfdqxq from base.semester order by xnxq desc',
  );
  return { list: rows };
});

export const scoreEntryHandlers = [
  classesHandler,
  sheetHandler,
  saveHandler,
  saveForHandler,
  registerRemarkHandler,
  submitHandler,
  semestersHandler,
  ...classFactHandlers,
  ...extraScoreHandlers,
];
