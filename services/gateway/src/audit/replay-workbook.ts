import type { WorkbookColumn, WorkbookContent } from '../kernel/workbook.ts';
import type { ScoreStep } from './score-history.ts';

const columns: readonly WorkbookColumn<ScoreStep>[] = [
  { header: '时间', width: 20, kind: 'time', value: (step) => step.atText },
  { header: '步骤', width: 12, value: (step) => step.label },
  { header: '说明', width: 60, value: (step) => step.sentence },
  { header: '操作人', width: 12, value: (step) => step.byName },
  { header: '角色', width: 16, value: (step) => step.byRole },
  {
    header: '变化',
    width: 40,
    value: (step) =>
      step.changes.map((change) => `${change.name}：${change.before ?? '空'} → ${change.after ?? '空'}`).join('；'),
  },
  { header: '此步之前', width: 12, kind: 'number', value: (step) => step.before.finalText },
  { header: '此步之后', width: 12, kind: 'number', value: (step) => step.after.finalText },
  { header: '状态', width: 10, value: (step) => step.after.stateName },
  { header: '原因或意见', width: 36, value: (step) => step.reason ?? '' },
  {
    header: '申请',
    width: 38,
    value: (step) => (step.application ? `${step.application.processName} ${step.application.applyId}` : ''),
  },
  {
    header: '审批',
    width: 30,
    value: (step) =>
      step.decision ? `${step.decision.nodeName} ${step.decision.auditPersonName} ${step.decision.resultName}` : '',
  },
  { header: '事件', width: 22, value: (step) => step.event.type },
  { header: '流', width: 34, value: (step) => `${step.event.stream}@${step.event.revision}` },
  { header: '事件编号', width: 38, value: (step) => step.event.id },
];

/** The steps of a replay as xlsx, one row a step, oldest first. */
export function replayWorkbook(steps: readonly ScoreStep[]): WorkbookContent<ScoreStep> {
  return { sheet: '成绩回放', columns, rows: steps };
}
