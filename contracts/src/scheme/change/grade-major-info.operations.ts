import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';

const gradeMajorId = z.string().min(1, '必填').max(64);
const path = (action: string): `/${string}` => `/scheme/gradeMajorInfo/${action}`;
const exporting = {
  method: 'POST',
  access: { permission: 'gradeMajorInfo:export' as const },
  scope: 'resource',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ gradeMajorId }),
  output: z.unknown(),
} as const;

/** Semesters in which a grade-major takes courses, with how many and their credits (SCHEME-30). */
export const openSemesters = defineOperation({
  id: 'gradeMajorInfo.openSemesterList',
  method: 'GET',
  path: path('openSemesterList'),
  access: { permission: 'gradeMajorInfo:query' },
  scope: 'resource',
  summary: '年级专业的开课学期',
  input: z.object({ gradeMajorId }),
  output: z.object({
    list: z.array(
      z.object({
        semesterId: z.string(),
        term: z.number().int(),
        courseNum: z.number().int(),
        credit: z.string(),
        /** Rows that nobody has approved yet. */
        written: z.number().int(),
      }),
    ),
  }),
});

/** The courses of the grade-major by term, as a workbook. */
export const exportGradeMajorInfo = defineOperation({
  id: 'gradeMajorInfo.export',
  path: path('export'),
  summary: '导出年级专业信息',
  ...exporting,
});

/** The same on paper. */
export const exportGradeMajorPdf = defineOperation({
  id: 'gradeMajorInfo.pdfExport',
  path: path('pdfExport'),
  summary: '打印年级专业信息',
  ...exporting,
});

export const gradeMajorInfoOperations = [openSemesters, exportGradeMajorInfo, exportGradeMajorPdf] as const;
