import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** A unit with those below it (PICKERS-064). */
export type DepartmentNode = { dwh: string; dwmc: string; child: DepartmentNode[] };
const departmentNode: z.ZodType<DepartmentNode> = z.object({
  dwh: z.string(),
  dwmc: z.string(),
  get child() {
    return z.array(departmentNode);
  },
});

/** PICKERS-062: the teaching units, in their order; those below another teaching unit are its `child`. */
export const findTeachDep = defineOperation({
  id: 'department.findTeachDep',
  method: 'GET',
  path: '/baseInfo/department/findTeachDep',
  access: { permission: 'department:query' },
  scope: noScope.picking,
  summary: '教学单位',
  input: z.object({}),
  output: z.array(departmentNode),
});
/** BASE-DATA-02: all units in use, whatever they do, as a tree. */
export const findAllDepChild = defineOperation({
  id: 'department.findAllDepChild',
  method: 'GET',
  path: '/baseInfo/department/findAllDepChild',
  access: { permission: 'department:query' },
  scope: noScope.picking,
  summary: '全部单位',
  input: z.object({}),
  output: z.array(departmentNode),
});
export const departmentOperations = [findTeachDep, findAllDepChild] as const;
