import {
  adjustShunt,
  adjustShuntOperation,
  assignShuntClasses,
  assignShuntClassesOperation,
  computeShunt,
  computeShuntOperation,
  exportShunt,
  fileVolunteers,
  fileVolunteersOperation,
  implementShunt,
  implementShuntOperation,
  majorOrDirectionDetail,
  ownShunts,
  publishShunt,
  publishShuntOperation,
  queryClassList,
  queryShunt,
  submitShunt,
  submitShuntOperation,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { readOwnShunts } from './own-shunt.read.ts';
import { batchOf, findPlace, listShunt, readBatch, readClasses, requireBatch, selectShunt } from './shunt.read.ts';

const reach = ({ services, user, permission }: SignedInCall, diversionId: string, may: 'look' | 'write') =>
  requireBatch(services.db, user, permission, diversionId, may);

/** 专业分流 (STUDENT-STATUS-36, 37, 41). */
export const shuntHandlers: readonly Handler[] = [
  handler(majorOrDirectionDetail, async ({ mainClassOrMajorKey }, call) => {
    const diversionId = await batchOf(call.services.db, mainClassOrMajorKey);
    await reach(call, diversionId, 'look');
    return await readBatch(call.services.db, diversionId);
  }),
  handler(queryShunt, async (filter, call) => {
    await reach(call, filter.diversionId, 'look');
    return await listShunt(call.services.db, filter);
  }),
  exportHandler(exportShunt, async (filter, { services, user, permission }) => {
    await requireBatch(services.db, user, permission, filter.diversionId, 'look');
    return listExport('分流名单.xlsx', {
      sheet: '分流名单',
      rows: selectShunt(filter),
      columns: [
        { header: '名次', width: 8, kind: 'number', value: (row) => (row.rank === null ? '' : String(row.rank)) },
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '原班级', width: 20, value: (row) => row.className },
        { header: '成绩', width: 10, value: (row) => row.rankScore },
        { header: '志愿', width: 50, value: (row) => row.volunteers.join('；') },
        { header: '录取专业或方向', width: 28, value: (row) => row.admitMajorName },
        { header: '录取方式', width: 10, value: (row) => row.admitWayName },
        { header: '班级', width: 20, value: (row) => row.targetClassName },
        { header: '说明', width: 36, value: (row) => row.why },
      ],
    });
  }),
  handler(queryClassList, async ({ majorOrDirectionKey }, call) => {
    const place = await findPlace(call.services.db, majorOrDirectionKey);
    if (!place) throw new Refused('SHUNT_PLACE_UNKNOWN');
    await reach(call, place.diversionId, 'look');
    return await readClasses(call.services.db, place.gradeMajorId);
  }),
  handler(computeShuntOperation, async ({ commandId, ...asked }, call) => {
    await reach(call, asked.diversionId, 'write');
    return await runCommand(computeShunt, asked, call, { commandId });
  }),
  handler(adjustShuntOperation, async ({ commandId, majorOrDirectionKey, ...asked }, call) => {
    await reach(call, asked.diversionId, 'write');
    const place = majorOrDirectionKey === '' ? null : majorOrDirectionKey;
    return await runCommand(adjustShunt, { ...asked, majorOrDirectionKey: place }, call, { commandId });
  }),
  handler(assignShuntClassesOperation, async ({ commandId, ...asked }, call) => {
    await reach(call, asked.diversionId, 'write');
    return await runCommand(assignShuntClasses, asked, call, { commandId });
  }),
  handler(publishShuntOperation, async ({ commandId, ...asked }, call) => {
    await reach(call, asked.diversionId, 'write');
    return await runCommand(publishShunt, asked, call, { commandId });
  }),
  handler(submitShuntOperation, async ({ commandId, ...asked }, call) => {
    await reach(call, asked.diversionId, 'write');
    return await runCommand(submitShunt, asked, call, { commandId });
  }),
  handler(implementShuntOperation, async ({ commandId, ...asked }, call) => {
    await reach(call, asked.diversionId, 'write');
    return await runCommand(implementShunt, asked, call, { commandId });
  }),
  handler(ownShunts, async (_input, { services, user, now }) => {
    if (user.studentCode === null) throw new Refused('SHUNT_NOT_YOURS');
    return { list: await readOwnShunts(services.db, user.studentCode, now) };
  }),
  handler(
    fileVolunteersOperation,
    async ({ commandId, ...asked }, call) => await runCommand(fileVolunteers, asked, call, { commandId }),
  ),
];
