import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { referenceTargets, type ReferenceTarget } from './resource-field.ts';

/** What a form of settings can point to: code and name of the rows in use, at most a thousand. */
export const resourceOptions = defineOperation({
  id: 'resource.options',
  method: 'GET',
  path: '/baseInfo/resource/options',
  access: { signedIn: '只有代码和名称，表单下拉选项要用' },
  summary: '可选的基础数据',
  outcome: 'query',
  input: z.object({ to: z.enum(Object.keys(referenceTargets) as ReferenceTarget[]) }),
  output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
});
