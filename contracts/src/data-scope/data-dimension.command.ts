import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { yesNoFlag } from '../kernel/fields.ts';
import { dimensionCodes } from '../kernel/scope.vocabulary.ts';

const sjqxbh = z.enum(dimensionCodes, '没有这个数据维度');
/** What a school says of a dimension: its name, its place, and whether new scopes may name it. */
export const dimensionTerms = {
  sjqxbh,
  wdmc: z.string().trim().min(1, '必填').max(20, '最多 20 个字符'),
  sortNum: z.coerce.number('请输入整数').int('请输入整数').min(0, '不能小于 0').max(999, '不能大于 999'),
  sfqy: yesNoFlag,
  version: z.string(),
};
const payload = z.object(dimensionTerms);
const result = z.object({ sjqxbh });

/** SYSADMIN-19: of everything. */
export const keepDataDimension = defineCommand('dataDimension.update', payload, result);
/** SYSADMIN-20: of functions about students. */
export const keepStudentDataDimension = defineCommand('studentDataDimension.update', payload, result);
