import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { checkedFields, isCheckedField } from '@jwxt/contracts/student-status/check/checked-fields.ts';
import {
  decideInfoChecks,
  exportInfoChanges,
  exportInfoChecks,
  queryInfoChecks,
} from '@jwxt/contracts/student-status/check/info-check-approval.operations.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { maskedValue } from '../../kernel/masked-value.ts';
import { mapped } from '../../kernel/selection.ts';
import type { WorkbookColumn } from '../../kernel/workbook.ts';
import { exportedInfoChecks, infoChecksInScope, listInfoChecks, type InfoCheckRow } from './info-check.read.ts';

const fieldsOf = ({ rows }: InfoCheckRow): string => rows.map(({ updateField }) => updateField).join('、');

const studentColumns: readonly WorkbookColumn<InfoCheckRow>[] = [
  { header: '学号', width: 16, value: (row) => row.studentNumber },
  { header: '姓名', width: 14, value: (row) => row.studentName },
  { header: '院系', width: 24, value: (row) => row.departmentName },
  { header: '行政班', width: 24, value: (row) => row.className },
];
const standingColumns: readonly WorkbookColumn<InfoCheckRow>[] = [
  { header: '申请人', width: 14, value: (row) => row.applicantName },
  { header: '申请时间', width: 20, kind: 'time', value: (row) => toDateTimeText(row.applyTime) },
  { header: '状态', width: 14, value: (row) => businessStatusNames[row.status] },
];

/** One change of an application, with whose it is. */
type ChangeRow = InfoCheckRow & { readonly change: InfoCheckRow['rows'][number] };

/** In a workbook nothing personal is told whole; codes by their names in `names`. */
function changeColumns(names: ReadonlyMap<string, string>): readonly WorkbookColumn<ChangeRow>[] {
  const told = (field: string, value: string): string => {
    if (!isCheckedField(field)) return value;
    const { personal, dictionary } = checkedFields[field];
    if (personal !== undefined && value !== '') return maskedValue(personal, value);
    return (dictionary === null ? undefined : names.get(`${dictionary} ${value}`)) ?? value;
  };
  return [
    ...studentColumns,
    { header: '变更项', width: 14, value: ({ change }) => change.updateField },
    { header: '变更前', width: 24, value: ({ change }) => told(change.updateFieldCode, change.preUpdateFieldValue) },
    { header: '变更后', width: 24, value: ({ change }) => told(change.updateFieldCode, change.updateFieldValue) },
    { header: '变更说明', width: 36, value: ({ change }) => change.updateInfo },
    { header: '是否生效', width: 10, value: ({ change }) => (change.isEffective === yesNo.yes ? '生效' : '不生效') },
    ...standingColumns,
  ];
}

/** Applications to change information: list, decisions, workbooks (PERM-14). */
export const infoCheckApprovalHandlers: readonly Handler[] = [
  handler(queryInfoChecks, async (filter, call) => {
    const { rows, total, todo } = await listInfoChecks(call.services.db, await viewerOf(call), call.permission, filter);
    return {
      rows: rows.map((row) => ({
        applyId: row.applyId,
        studentNumber: row.studentNumber,
        studentName: row.studentName,
        departmentName: row.departmentName,
        className: row.className,
        checkName: row.checkName ?? '',
        fields: fieldsOf(row),
        applicantName: row.applicantName,
        applyTime: toDateTimeText(row.applyTime),
        approvalBusinessStatus: row.status,
        approvalBusinessStatusName: businessStatusNames[row.status],
        currentNodeName: row.currentNodeName,
        awaitsMe: row.awaits_me,
      })),
      total,
      todo,
    };
  }),
  handler(decideInfoChecks, async (input, call) => {
    const known = await infoChecksInScope(call.services.db, await viewerOf(call), call.permission, input.keyList);
    return { results: await decideInScope(input, known, call) };
  }),
  exportHandler(exportInfoChecks, async (filter, call) =>
    listExport<InfoCheckRow>('信息核对申请.xlsx', {
      sheet: '信息核对申请',
      rows: exportedInfoChecks(await viewerOf(call), call.permission, filter),
      columns: [
        ...studentColumns,
        { header: '核对名称', width: 24, value: (row) => row.checkName ?? '' },
        { header: '变更项', width: 36, value: fieldsOf },
        ...standingColumns,
        { header: '当前节点', width: 18, value: (row) => row.currentNodeName ?? '' },
      ],
    }),
  ),
  exportHandler(exportInfoChanges, async (filter, call) => {
    const dictionaries = Object.values(checkedFields).flatMap(({ dictionary }) => dictionary ?? []);
    const { rows } = await call.services.db.query<{ key: string; mc: string }>(
      `select dmlb || ' ' || dm as key, mc from base.data_dict where dmlb = any($1)`,
      [dictionaries],
    );
    return listExport<ChangeRow>('信息变更明细.xlsx', {
      sheet: '信息变更明细',
      rows: mapped(exportedInfoChecks(await viewerOf(call), call.permission, filter), (row) =>
        row.rows.map((change) => ({ ...row, change })),
      ),
      columns: changeColumns(new Map(rows.map(({ key, mc }) => [key, mc]))),
    });
  }),
];
