import writeExcelFile from 'write-excel-file/node';
import type { ScoreStep } from './score-history.ts';

const columns = [
  { header: '时间', width: 20, value: (step: ScoreStep) => step.atText },
  { header: '步骤', width: 12, value: (step: ScoreStep) => step.label },
  { header: '说明', width: 34, value: (step: ScoreStep) => step.title },
  { header: '操作人', width: 12, value: (step: ScoreStep) => step.byName },
  { header: '角色', width: 16, value: (step: ScoreStep) => step.byRole },
  { header: '变化', width: 40, value: (step: ScoreStep) => step.changes.map((change) => `${change.name}：${change.before ?? '空'} → ${change.after ?? '空'}`).join('；') },
  { header: '此步之前', width: 12, value: (step: ScoreStep) => step.before.finalText },
  { header: '此步之后', width: 12, value: (step: ScoreStep) => step.after.finalText },
  { header: '状态', width: 10, value: (step: ScoreStep) => step.after.stateName },
  { header: '原因或意见', width: 36, value: (step: ScoreStep) => step.reason ?? '' },
  { header: '申请', width: 38, value: (step: ScoreStep) => (step.application ? `${step.application.processName} ${step.application.applyId}` : '') },
  { header: '审批', width: 30, value: (step: ScoreStep) => (step.decision ? `${step.decision.nodeName} ${step.decision.auditPersonName} ${step.decision.resultName}` : '') },
  { header: '事件', width: 22, value: (step: ScoreStep) => step.event.type },
  { header: '流', width: 34, value: (step: ScoreStep) => `${step.event.stream}@${step.event.revision}` },
  { header: '事件编号', width: 38, value: (step: ScoreStep) => step.event.id },
];

/** The steps of a replay as xlsx, one row a step, oldest first. Every cell is text, so that nothing is taken for a formula. */
export async function replayWorkbook(steps: readonly ScoreStep[]): Promise<Buffer> {
  const header = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }));
  const rows = steps.map((step) => columns.map((column) => ({ value: column.value(step), type: String, wrap: true })));
  return await writeExcelFile([header, ...rows], { columns: columns.map(({ width }) => ({ width })), sheet: '成绩回放', stickyRowsCount: 1 }).toBuffer();
}
