import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import {
  exportGradeMajorInfo,
  exportGradeMajorPdf,
  openSemesters,
} from '@jwxt/contracts/scheme/change/grade-major-info.operations.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { planSum } from '@jwxt/contracts/scheme/plan/plan-sums.ts';
import { pdfAnswer, workbookAnswer } from '../../kernel/document-answer.ts';
import { documentHandler } from '../../kernel/export-handler.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { headOf, schoolName } from '../plan/execution-plan.handlers.ts';
import { readPlanRows } from '../plan/execution-plan.read.ts';
import { planDocument, planWorkbook } from '../plan/plan-document.ts';

/** 年级专业信息: terms with courses and credits, and the printed scheme (SCHEME-30). */
export const gradeMajorInfoHandlers: readonly Handler[] = [
  handler(openSemesters, async ({ gradeMajorId }, call) => {
    await headOf(gradeMajorId, call);
    const rows = await readPlanRows(call.services.db, gradeMajorId);
    return {
      list: [...Map.groupBy(rows, ({ semesterId }) => semesterId)].flatMap(([semesterId, own]) => {
        const { courses, credit } = planSum(own);
        return own.slice(0, 1).map(({ term }) => ({
          semesterId,
          term,
          courseNum: courses,
          credit: hoursText(credit),
          written: own.filter((row) => row.planStatus === planStatus.written).length,
        }));
      }),
    };
  }),
  documentHandler(exportGradeMajorInfo, async ({ gradeMajorId }, call) => {
    const head = await headOf(gradeMajorId, call);
    const rows = await readPlanRows(call.services.db, gradeMajorId);
    return await workbookAnswer(call, 'one plan', `年级专业信息_${head.gradeMajorName}.xlsx`, planWorkbook(rows));
  }),
  documentHandler(exportGradeMajorPdf, async ({ gradeMajorId }, call) => {
    const head = await headOf(gradeMajorId, call);
    const rows = await readPlanRows(call.services.db, gradeMajorId);
    const document = planDocument(head, rows, { schoolName: await schoolName(call), at: call.now });
    return await pdfAnswer(call, `年级专业信息_${head.gradeMajorName}.pdf`, document);
  }),
];
