import {
  approve,
  queryApprovals,
  recallApproval,
  type ApprovalItem,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { APPLICANT_NODE, nodeResult, type NodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { saveScores, sheet as readSheet, submitScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { ApiSession } from '../testing/api-session.ts';
import { confirming } from '../testing/confirming.ts';
import { openOwnClasses } from '../testing/own-classes.ts';
import { environmentOf } from '../testing/product.ts';
import type { RunningProduct } from '../testing/start-product.ts';

/** A sheet as its teacher reads it. */
export type Sheet = OutputOf<typeof readSheet>;

/**
 * New classes of teacher1, by default in the department of dean1, so that a journey shares no sheet with another;
 * answers when they can be read.
 */
export async function newClasses(
  product: RunningProduct,
  teacher: ApiSession,
  students: number,
  count: number,
  departmentId = '101',
  fromAll = false,
): Promise<string[]> {
  const wishes = Array.from({ length: count }, () => ({ departmentId, teachers: ['teacher1'], students, fromAll }));
  const ids = (await openOwnClasses(await environmentOf(product), wishes)).map((own) => own.teachingClassId);
  for (const id of ids) await vi.waitFor(() => sheetOf(teacher, id), { timeout: 30_000, interval: 100 });
  return ids;
}

/** Reads the regular sheet of a class. */
export async function sheetOf(api: ApiSession, teachingClassId: string): Promise<Sheet> {
  return await api.call(readSheet, { teachingClassId, scoreType: '1' });
}

/**
 * Fills in every item of every student; `value` answers the text of a student's cells by their place in the class, or
 * by who they are.
 */
export async function fillIn(
  teacher: ApiSession,
  teachingClassId: string,
  value: (index: number, studentCode: string) => string,
): Promise<void> {
  const { rows, items, revision } = await sheetOf(teacher, teachingClassId);
  await teacher.call(saveScores, {
    teachingClassId,
    scoreType: '1',
    commandId: randomUUID(),
    rows: rows.map(({ studentCode }, index) => ({
      studentCode,
      revision,
      items: Object.fromEntries(items.map(({ dataKey }) => [dataKey, value(index, studentCode)])),
    })),
  });
}

/** Sends a class for approval, whatever is unusual in it; answers the id of the application. */
export async function submitByApi(teacher: ApiSession, teachingClassId: string): Promise<string> {
  const { revision } = await sheetOf(teacher, teachingClassId);
  return (
    await confirming((confirmed) =>
      teacher.call(submitScores, { teachingClassId, scoreType: '1', commandId: randomUUID(), revision, confirmed }),
    )()
  ).applyId;
}

/** Takes an own application back. */
export async function recallByApi(applicant: ApiSession, applyId: string): Promise<void> {
  await applicant.call(recallApproval, { commandId: randomUUID(), applyId });
}

/** An application as a person sees it in the list. */
export async function applicationOf(api: ApiSession, applyId: string): Promise<ApprovalItem> {
  const { list } = await api.call(queryApprovals, { type: '0', timeScopeValue: '0', pageSize: 200 });
  const found = list.find((item) => item.applyId === applyId);
  if (!found) throw new Error(`${api.userName} does not see the application ${applyId}`);
  return found;
}

/** Passes an application through the API as the person sees it now. */
export const passByApi = (approver: ApiSession, applyId: string): Promise<void> =>
  decideByApi(approver, applyId, '0', '同意');

/** Decides an application through the API as the person sees it now. */
export async function decideByApi(
  approver: ApiSession,
  applyId: string,
  approvalStatus: NodeResult,
  approvalOpinion: string,
): Promise<void> {
  const { revision } = await applicationOf(approver, applyId);
  const { results } = await approver.call(approve, {
    commandId: randomUUID(),
    approvalStatus,
    approvalOpinion,
    ...(approvalStatus === nodeResult.rejected ? { backNode: APPLICANT_NODE } : {}),
    keyList: [applyId],
    revisions: { [applyId]: revision },
  });
  if (results[applyId]?.code !== SUCCESS_CODE) throw new Error(results[applyId]?.message);
}
