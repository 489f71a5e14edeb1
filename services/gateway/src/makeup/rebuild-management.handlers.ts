import type { z } from 'zod';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import {
  assignRebuilds,
  exportRebuilds,
  groupRebuilds,
  ownRebuilds,
  queryRebuilds,
  rebuildClassesFor,
  removeRebuilds,
  setRebuildsPaid,
  type rebuildRow,
} from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import {
  assignSignUps,
  groupSignUps,
  setSignUpsPaid,
  SIGN_UPS_AT_ONCE,
  unassignSignUps,
} from '@jwxt/contracts/makeup/rebuild-sign-up.command.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { rebuildMode, type RebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { classScope } from './reassessment-class.read.ts';
import {
  exportedRebuilds,
  listRebuilds,
  readOwnRebuilds,
  signUpsInScope,
  signUpsToGroup,
} from './rebuild-management.read.ts';

type Row = z.output<typeof rebuildRow>;

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

interface ClassRow {
  teachingClassId: string;
  teachingClassName: string;
  teacherName: string;
  rebuildMode: RebuildMode;
  studentNum: number;
  capacity: number | null;
  published: boolean;
}

const classesHandler = handler(rebuildClassesFor, async ({ semesterId, courseId }, { services, user, permission }) => {
  const params = sqlParams();
  const scope = scopeCondition(user, permission, classScope, params);
  const { rows } = await services.db.query<ClassRow>(
    `select class.teaching_class_id as "teachingClassId", class.teaching_class_name as "teachingClassName",
        coalesce((select string_agg(teacher.xm, '、' order by taught.sort_num, taught.gh)
          from base.teaching_class_teacher taught join base.teacher using (gh)
          where taught.teaching_class_id = class.teaching_class_id), '') as "teacherName",
        case class.class_kind when '${scoreType.retake}' then '${rebuildMode.own}' else '${rebuildMode.joined}' end
          as "rebuildMode",
        (select count(*)::int from base.teaching_class_student roster
          where roster.teaching_class_id = class.teaching_class_id) as "studentNum",
        retake_class.capacity, coalesce(retake_class.publish_status = '${rebuildClassStatus.published}', false)
          as published
       from base.teaching_class class
       left join base.rebuild_class retake_class on retake_class.rebuild_class_id = class.teaching_class_id
       left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.' || class.class_kind
      where class.semester_id = ${params.add(semesterId)} and class.course_id = ${params.add(courseId)}
        and class.class_kind in ('${scoreType.regular}', '${scoreType.retake}')
        and coalesce(sheet.sheet_status, '') not in ('${sheetStatus.submitted}', '${sheetStatus.published}')
        and ${scope}
      order by class.class_kind desc, class.teaching_class_code limit 100`,
    [...params.values],
  );
  return { list: rows };
});

const rebuildsExport = exportHandler(exportRebuilds, async (filter, { services, user }) =>
  listExport('重修名单.xlsx', {
    sheet: '重修名单',
    rows: await exportedRebuilds(services.db, user, filter),
    columns: [
      { header: '学号', width: 16, value: (row: Row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row: Row) => row.studentName },
      { header: '院系', width: 22, value: (row: Row) => row.departmentName },
      { header: '行政班', width: 20, value: (row: Row) => row.studentClassName },
      { header: '课程编号', width: 14, value: (row: Row) => row.courseNum },
      { header: '课程名称', width: 26, value: (row: Row) => row.courseName },
      { header: '学分', width: 8, kind: 'number', value: (row: Row) => row.courseCredit },
      { header: '开课单位', width: 22, value: (row: Row) => row.openDepartmentName },
      { header: '原修学期', width: 26, value: (row: Row) => row.originSemesterName },
      { header: '原成绩', width: 10, kind: 'number', value: (row: Row) => row.originScore },
      { header: '成绩备注', width: 12, value: (row: Row) => row.scoreRemarkName },
      { header: '已重修次数', width: 10, kind: 'number', value: (row: Row) => String(row.rebuildTimes) },
      { header: '报名学期', width: 16, value: (row: Row) => row.semesterId ?? '' },
      { header: '重修方式', width: 10, value: (row: Row) => row.rebuildModeName },
      { header: '费用（元）', width: 12, kind: 'number', value: (row: Row) => row.amount ?? '' },
      { header: '缴费状态', width: 10, value: (row: Row) => row.payStatusName },
      { header: '报名状态', width: 10, value: (row: Row) => row.signUpStatusName },
      { header: '报名时间', width: 20, kind: 'time', value: (row: Row) => row.signUpTime ?? '' },
      { header: '重修班', width: 28, value: (row: Row) => row.rebuildClassName ?? '' },
    ],
  }),
);

/** All of them, or none at all: what is out of sight is not there. */
async function inScope({ services, user, permission }: SignedInCall, signUpIds: readonly string[]): Promise<void> {
  if (permission === null) throw new Refused('OUT_OF_SCOPE');
  if ((await signUpsInScope(services.db, user, permission, signUpIds)) !== new Set(signUpIds).size)
    throw new Refused('REBUILD_SIGN_UP_NOT_FOUND');
}

export const rebuildManagementHandlers: readonly Handler[] = [
  handler(queryRebuilds, ({ pageNo, pageSize, sort, ...filter }, { services, user }) =>
    listRebuilds(services.db, user, filter, { pageNo, pageSize, sort }),
  ),

  rebuildsExport,

  classesHandler,

  handler(assignRebuilds, async ({ commandId, ...request }, call) => {
    await inScope(call, request.signUpIds);
    return await runCommand(assignSignUps, request, call, { commandId });
  }),

  handler(removeRebuilds, async ({ commandId, ...request }, call) => {
    await inScope(call, request.signUpIds);
    return await runCommand(unassignSignUps, request, call, { commandId });
  }),

  handler(setRebuildsPaid, async ({ commandId, ...request }, call) => {
    await inScope(call, request.signUpIds);
    return await runCommand(setSignUpsPaid, request, call, { commandId });
  }),

  handler(
    groupRebuilds,
    async ({ commandId, semesterId, courseId, size, scoreTermInputBeginTime, scoreTermInputEndTime }, call) => {
      const { services, user } = call;
      const signUpIds = await signUpsToGroup(services.db, user, { semesterId, courseId, most: SIGN_UPS_AT_ONCE });
      if (signUpIds.length === 0) throw new Refused('REBUILD_NONE_TO_GROUP');
      const window = { begin: toInstant(scoreTermInputBeginTime), end: toInstant(scoreTermInputEndTime) };
      return await runCommand(groupSignUps, { signUpIds, semesterId, size, window }, call, { commandId });
    },
  ),

  handler(ownRebuilds, async (_input, { services, user }) => ({
    list: user.studentCode === null ? [] : await readOwnRebuilds(services.db, user.studentCode),
  })),
];
