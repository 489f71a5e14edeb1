import { z } from 'zod';
import { integer, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** Dictionary of classroom types (PICKERS-035). */
export const CLASSROOM_TYPES = 'XTGL_JSLXDMJ';
/** Rows a page of the classroom picker (PICKERS-029). */
export const CLASSROOM_PAGE_SIZE = 10;
/** Seats have at most four digits (PICKERS-031…033). */
export const MAX_SEATS = 9999;

const filterText = z.string().trim().max(60).optional();
const seats = integer(0, MAX_SEATS, '座位数应为0至9999的整数').optional();

/** A room (PICKERS-034): key, number, name, campus, building, type, valid seats. */
export const classroomRow = z.object({
  jsh: z.string(),
  ywbm: z.string(),
  jsmc: z.string(),
  xqdm: z.string(),
  xqmc: z.string(),
  jxlh: z.string(),
  jxlmc: z.string(),
  jslxm: z.string(),
  jslxmc: z.string(),
  yxzws: z.number().int(),
});
export type ClassroomRow = z.output<typeof classroomRow>;

/**
 * PICKERS-036: rooms in use; `sfpk`: those that classes may, or may not, be arranged in. `headCount` leaves those with
 * fewer valid seats out (PICKERS-028).
 */
export const queryClassrooms = defineOperation({
  id: 'classroom.queryList',
  method: 'POST',
  path: '/baseInfo/classroom/queryList',
  access: { permission: 'classroom:query' },
  scope: noScope.picking,
  summary: '教室查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    ywbm: filterText,
    jsmc: filterText,
    xqdm: filterText,
    jxlh: filterText,
    jslxm: filterText,
    yxzwsMin: seats,
    yxzwsMax: seats,
    headCount: integer(0).optional(),
    sfpk: yesNoFlag.optional(),
    pageNum,
    pageSize: pageSize.default(CLASSROOM_PAGE_SIZE),
  }),
  output: z.object({ rows: z.array(classroomRow), total }),
});
/** Campuses in use, each with its teaching buildings. */
export const findCampuses = defineOperation({
  id: 'campus.findAll',
  method: 'GET',
  path: '/baseInfo/campus/findAll',
  access: { signedIn: '校区与教学楼名称人人可知，不含业务数据' },
  summary: '校区与教学楼',
  input: z.object({}),
  output: z.array(
    z.object({
      xqdm: z.string(),
      xqmc: z.string(),
      buildings: z.array(z.object({ jxlh: z.string(), jxlmc: z.string() })),
    }),
  ),
});
export const classroomOperations = [queryClassrooms, findCampuses] as const;
