import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { referenceTable, referenceTargets, type ReferenceTarget } from './resource-field.ts';

const offered = (Object.keys(referenceTargets) as ReferenceTarget[]).filter((to) => !referenceTable(to).people);

/**
 * What a form can point to: code and name of the rows in use; of those that are too many, the first by any part of
 * number or name. The row of `code` is among them. People are picked elsewhere, by who may see them.
 */
export const resourceOptions = defineOperation({
  id: 'resource.options',
  method: 'GET',
  path: '/baseInfo/resource/options',
  access: { signedIn: '只有代码和名称，表单下拉选项要用' },
  summary: '可选的基础数据',
  outcome: 'query',
  input: z.object({
    to: z.enum(offered),
    keyword: z.string().trim().max(60).optional(),
    code: z.string().max(64).optional(),
  }),
  output: z.object({
    list: z.array(z.object({ code: z.string(), name: z.string(), number: z.string().optional() })),
  }),
});
