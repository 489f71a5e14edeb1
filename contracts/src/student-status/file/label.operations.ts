import { z } from 'zod';
import { pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';

const holder = z.object({
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  administrativeClassName: z.string(),
  beginDate: z.string().nullable(),
  endDate: z.string().nullable(),
  /** By the rule of the label. */
  byRule: z.boolean(),
});
export type LabelHolder = z.output<typeof holder>;

/** What holders can be sorted by. */
export const labelHolderSorts = [
  'studentNumber',
  'studentName',
  'administrativeClassName',
  'beginDate',
  'endDate',
  'byRule',
] as const;

/** Who holds a label today, by hand or by its rule, within the scope (STUDENT-STATUS-18). */
export const labelHolders = defineOperation({
  id: 'studentLabel.holders',
  method: 'GET',
  path: '/studentStatus/studentLabel/holders',
  access: { permission: 'studentLabel:query' },
  scope: 'student',
  summary: '持有标签的学生',
  input: z.object({ labelId: z.string().min(1).max(64), sort: sortBy(labelHolderSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(holder), total }),
});
