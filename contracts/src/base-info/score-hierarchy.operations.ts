import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/** Shown when grade systems or their values cannot be read and the server said nothing (PICKERS-072). */
const failureText = '查询成绩等级制失败';
const access = { signedIn: '成绩等级制是全校通用的代码，不含业务数据' };

/** PICKERS-067: grade systems in use. The body is empty. */
export const findScoreHierarchy = defineOperation({
  id: 'examSet.findScoreHierarchy',
  method: 'POST',
  path: '/score/ExamSet/findScoreHierarchy',
  access,
  summary: '成绩等级制',
  failureText,
  encoding: 'form',
  outcome: 'query',
  input: z.object({}),
  output: z.array(z.object({ scoreHierarchyCode: z.string(), scoreHierarchyName: z.string() })),
});
/** PICKERS-069: values of one grade system, best first. */
export const findScoreValueSelectList = defineOperation({
  id: 'scoreValue.findScoreValueSelectList',
  method: 'POST',
  path: '/score/scoreValue/findScoreValueSelectList',
  access,
  summary: '成绩等级值',
  failureText,
  encoding: 'form',
  outcome: 'query',
  input: z.object({ scoreHierarchyCode: z.string().min(1).max(64) }),
  output: z.array(z.object({ scoreValueCode: z.string(), scoreValueName: z.string() })),
});
export const scoreHierarchyOperations = [findScoreHierarchy, findScoreValueSelectList] as const;
