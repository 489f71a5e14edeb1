import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/**
 * Values of one dictionary category that are in use, in their order (BASE-DATA-11); an unknown category has none.
 * Answers in the `meta` form (CLIENT-03).
 */
export const findDictionary = defineOperation({
  id: 'dictionary.find',
  method: 'GET',
  path: '/system/dataDict/findDmxqByDmlb/{category}',
  access: { signedIn: '下拉选项人人要用，不含业务数据' },
  summary: '数据字典的值',
  answer: 'meta',
  input: z.object({ category: z.string().min(1).max(64) }),
  output: z.array(z.object({ dm: z.string(), mc: z.string() })),
});
export const dictionaryOperations = [findDictionary] as const;
