import { z } from 'zod';
import { pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/** A unit as 系统管理 shows it: the rows are those of base data, so there is nothing to be copied from there. */
const systemDepartment = z.object({
  dwh: z.string(),
  dwmc: z.string(),
  lsdwh: z.string().nullable(),
  lsdwmc: z.string(),
  dwlbm: z.string(),
  dwlbmc: z.string(),
  sfqy: yesNoFlag,
  /** Enabled accounts of people whose unit it is, without those of units below. */
  userNum: z.number().int(),
});
/** A unit with those below it. */
export type SystemDepartmentNode = z.output<typeof systemDepartment> & { child: SystemDepartmentNode[] };
const systemDepartmentNode: z.ZodType<SystemDepartmentNode> = systemDepartment.extend({
  get child() {
    return z.array(systemDepartmentNode);
  },
});

const reading = { access: { permission: 'sysDepartment:query' }, scope: 'unit', outcome: 'query' } as const;

/** SYSADMIN-21: units in the order of their tree. They are created, changed and stopped by `baseInfo/department`. */
export const querySystemDepartments = defineOperation({
  id: 'sysDepartment.query',
  method: 'POST',
  path: '/system/department/query',
  summary: '部门查询',
  calledBy: 'programs that look units up by part of their name, with how many accounts each has',
  encoding: 'form',
  ...reading,
  input: z.object({
    dwh: z.string().trim().max(10, '最多 10 个字符').optional(),
    dwmc: z.string().trim().max(60, '最多 60 个字符').optional(),
    dwlbm: z.string().max(10).optional(),
    sfqy: yesNoFlag.optional(),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ rows: z.array(systemDepartment), total }),
});

/** All units, those that are stopped too, as a tree. */
export const systemDepartmentTree = defineOperation({
  id: 'sysDepartment.tree',
  method: 'GET',
  path: '/system/department/tree',
  summary: '部门树',
  ...reading,
  input: z.object({}),
  output: z.array(systemDepartmentNode),
});

export const systemDepartmentOperations = [querySystemDepartments, systemDepartmentTree] as const;
