import { approvalDetail, approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { saveScores, sheet, submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser } from './browser.ts';

/**
 * Enters a full sheet with one value for each student, as its teacher, who looks at it afterwards: from then on others
 * find it too.
 */
export async function fillSheet(
  teacher: Browser,
  teachingClassId: string,
  values: Record<string, { ps: string; qm: string }>,
): Promise<number> {
  const { revision } = await teacher.get(sheet, { teachingClassId });
  const saved = await teacher.get(saveScores, {
    teachingClassId,
    scoreType: '1',
    commandId: crypto.randomUUID(),
    rows: Object.entries(values).map(([studentCode, items]) => ({ studentCode, items, revision })),
  });
  await teacher.get(sheet, { teachingClassId });
  return saved.revision;
}

/** Enters and submits; answers the application. */
export async function submitSheet(
  teacher: Browser,
  teachingClassId: string,
  values: Record<string, { ps: string; qm: string }>,
): Promise<string> {
  const revision = await fillSheet(teacher, teachingClassId, values);
  return (
    await teacher.get(submitScores, { teachingClassId, scoreType: '1', commandId: crypto.randomUUID(), revision })
  ).applyId;
}

/** Types and submits scores of a make-up group or retake class; answers the application. */
export async function submitReassessment(
  teacher: Browser,
  teachingClassId: string,
  scoreType: '2' | '4',
  rows: Record<string, Record<string, string>>,
): Promise<string> {
  const { revision } = await teacher.get(sheet, { teachingClassId, scoreType });
  const saved = await teacher.get(saveScores, {
    teachingClassId,
    scoreType,
    commandId: crypto.randomUUID(),
    rows: Object.entries(rows).map(([studentCode, items]) => ({ studentCode, items, revision })),
  });
  return (
    await teacher.get(submitScores, {
      teachingClassId,
      scoreType,
      commandId: crypto.randomUUID(),
      revision: saved.revision,
    })
  ).applyId;
}

/** Submits an ordinary sheet that is full; the approvers pass it in their turn, as far as they are asked. */
export async function publishSheet(
  teacher: Browser,
  approvers: readonly Browser[],
  teachingClassId: string,
): Promise<void> {
  const { revision } = await teacher.get(sheet, { teachingClassId });
  const { applyId } = await teacher.get(submitScores, {
    teachingClassId,
    scoreType: '1',
    commandId: crypto.randomUUID(),
    revision,
  });
  for (const approver of approvers)
    if ((await approver.call(approvalDetail, { applyId })).data.mayApprove) await decide(approver, applyId, '0');
}

/** Decides on what the approver sees now. */
export async function decide(
  approver: Browser,
  applyId: string,
  approvalStatus: '0' | '1' | '2',
  more: { backNode?: string; approvalOpinion?: string } = {},
) {
  const { revision } = await approver.get(approvalDetail, { applyId });
  const { results } = await approver.get(approve, {
    commandId: crypto.randomUUID(),
    approvalStatus,
    keyList: [applyId],
    revisions: { [applyId]: revision },
    ...more,
  });
  return results[applyId];
}
