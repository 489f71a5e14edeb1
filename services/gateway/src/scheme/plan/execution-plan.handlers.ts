import {
  batchUpdatePlans,
  batchUpdatePlansOperation,
  createFromCourse,
  createFromCourseOperation,
  exportPlanDetail,
  exportPlanDocument,
  generatePlans,
  generatePlansOperation,
  planDifferences,
  planGradeMajors,
  queryPlanCourseSystem,
  queryPlanDetail,
  queryPlanLimit,
  queryPlanSpecialItem,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { specialItemTypes } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { schemaStreams } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { planGenerations } from '@jwxt/infra/runtime/execution-plan.ts';
import { pdfAnswer, workbookAnswer } from '../../kernel/document-answer.ts';
import { documentHandler } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { foldEvents } from '../../kernel/stored-streams.ts';
import {
  readCourseSystem,
  readPlanHead,
  readPlanItems,
  readPlanLimits,
  readPlanRows,
  type PlanHead,
} from './execution-plan.read.ts';
import { planDocument, planWorkbook } from './plan-document.ts';
import { toldDifferences } from './plan-generation.read.ts';
import { listGradeMajors, requireGradeMajors, requirePlans } from './plan-scope.ts';

/** The grade-major of a plan, in scope. */
export async function headOf(
  gradeMajorId: string,
  { services: { db }, user, permission }: SignedInCall,
): Promise<PlanHead> {
  await requireGradeMajors(db, user, permission, [gradeMajorId]);
  const head = await readPlanHead(db, gradeMajorId);
  if (!head) throw new Refused('NOT_FOUND');
  return head;
}

/** Name of the school, above documents. */
export async function schoolName({ services: { db } }: SignedInCall): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select para_value as name from base.parameter where param_code = 'schoolName'`,
  );
  return rows[0]?.name ?? '';
}

/** 培养执行计划 besides its rows (SCHEME-13). */
export const executionPlanHandlers: readonly Handler[] = [
  handler(planGradeMajors, async (asked, { services: { db }, user, permission }) => ({
    list: await listGradeMajors(db, user, permission, asked),
  })),
  handler(queryPlanDetail, async ({ gradeMajorId }, call) => ({
    ...(await headOf(gradeMajorId, call)),
    rows: await readPlanRows(call.services.db, gradeMajorId),
  })),
  handler(queryPlanLimit, async ({ gradeMajorId }, { services: { db }, user, permission }) => {
    await requireGradeMajors(db, user, permission, [gradeMajorId]);
    return { list: await readPlanLimits(db, gradeMajorId) };
  }),
  handler(queryPlanCourseSystem, async ({ gradeMajorId }, { services: { db }, user, permission }) => {
    await requireGradeMajors(db, user, permission, [gradeMajorId]);
    return { list: await readCourseSystem(db, gradeMajorId) };
  }),
  handler(queryPlanSpecialItem, async ({ key }, { services: { db }, user, permission }) => {
    await requirePlans(db, user, permission, [key]);
    const items = await readPlanItems(db, key);
    return {
      list: items.map(({ itemType, ...item }) => ({
        ...item,
        itemTypeName: (specialItemTypes as Readonly<Record<string, string>>)[itemType] ?? '',
      })),
    };
  }),
  handler(planDifferences, async (asked, { services: { db, storedStreams }, user, permission }) => {
    await requireGradeMajors(db, user, permission, asked.gradeMajorIds);
    const generations = await planGenerations(db, asked, async (key) =>
      foldEvents(schemaStreams, await storedStreams.read(schemaStream(key))),
    );
    return await toldDifferences(db, generations);
  }),
  handler(generatePlansOperation, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call.services.db, call.user, call.permission, asked.gradeMajorIds);
    return await runCommand(generatePlans, asked, call, { commandId });
  }),
  handler(batchUpdatePlansOperation, async ({ commandId, ...asked }, call) => {
    await requirePlans(call.services.db, call.user, call.permission, asked.keys);
    return await runCommand(batchUpdatePlans, asked, call, { commandId });
  }),
  handler(createFromCourseOperation, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call.services.db, call.user, call.permission, [asked.gradeMajorId]);
    return await runCommand(createFromCourse, asked, call, { commandId });
  }),
  documentHandler(exportPlanDocument, async ({ gradeMajorId }, call) => {
    const head = await headOf(gradeMajorId, call);
    const rows = await readPlanRows(call.services.db, gradeMajorId);
    const document = planDocument(head, rows, { schoolName: await schoolName(call), at: call.now });
    return await pdfAnswer(call, `执行计划_${head.gradeMajorName}.pdf`, document);
  }),
  documentHandler(exportPlanDetail, async ({ gradeMajorId }, call) => {
    const head = await headOf(gradeMajorId, call);
    const rows = await readPlanRows(call.services.db, gradeMajorId);
    return await workbookAnswer(call, 'one plan', `执行计划明细_${head.gradeMajorName}.xlsx`, planWorkbook(rows));
  }),
];
