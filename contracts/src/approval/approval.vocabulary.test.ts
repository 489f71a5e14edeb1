import { describe, expect, it } from 'vitest';
import { modules } from '../kernel/module.vocabulary.ts';
import {
  approvableStatuses,
  businessStatusNames,
  decidedText,
  CONTENT_SEPARATOR,
  joinContent,
  splitContent,
  processesOf,
  processNames,
  processStatusOf,
  timeScopes,
  DEFAULT_TIME_SCOPE,
} from './approval.vocabulary.ts';

describe('approval vocabulary', () => {
  // APPROVAL-19, APPROVAL-20, APPROVAL-21, APPROVAL-22
  it('statuses 1, 2 and 7 are approvable; 9 is done, 8 not passed, 0 saved', () => {
    expect(approvableStatuses).toEqual(['1', '2', '7']);
    expect([businessStatusNames['9'], businessStatusNames['8'], businessStatusNames['0']]).toEqual([
      '通过',
      '不通过',
      '已保存',
    ]);
    expect(approvableStatuses.every((status) => ['1', '2'].includes(processStatusOf[status]))).toBe(true);
  });

  it('APPROVAL-05, APPROVAL-06: the time ranges are 3, 7, 30, 90, 180 days and all, three months by default', () => {
    expect(timeScopes.map((scope) => scope.value)).toEqual(['3', '7', '30', '90', '180', '0']);
    expect(DEFAULT_TIME_SCOPE).toBe('90');
  });

  it('each process belongs to one of the modules', () => {
    expect(modules.flatMap(({ route }) => processesOf(route)).toSorted()).toEqual(Object.keys(processNames).toSorted());
    expect(processesOf('arrange')).toEqual(['TTKSQ']);
    expect(processesOf('workload')).toEqual([]);
  });

  it('each decision has its own words', () => {
    expect([
      decidedText('ZKCJSP', '0'),
      decidedText('CJXGSP', '0'),
      decidedText('XSXXHD', '1'),
      decidedText('CJXGSP', '2', '0'),
      decidedText('ZKCJSP', '2', 'ZKCJSP-1'),
    ]).toEqual(['审核成功', '审核通过', '已审核为不通过', '已退回申请人', '已驳回到所选节点']);
  });

  it('APPROVAL-30: content is pieces of label and value, joined by _SP_', () => {
    expect(
      joinContent([
        { label: '学期', value: '2026-2027-1' },
        { label: '时间', value: '10:30' },
      ]),
    ).toBe('学期:2026-2027-1_SP_时间:10:30');
    expect(joinContent([{ label: '原因', value: '见_SP_结论:通过' }]).split(CONTENT_SEPARATOR)).toHaveLength(1);
  });

  it('each piece is split at its first colon, of either width; nothing is no piece', () => {
    expect(splitContent('学期:2026-2027-1_SP_时间:10:30_SP_原因：见附件:二_SP_无冒号')).toEqual([
      { label: '学期', value: '2026-2027-1' },
      { label: '时间', value: '10:30' },
      { label: '原因', value: '见附件:二' },
      { label: '', value: '无冒号' },
    ]);
    expect(splitContent('')).toEqual([]);
  });
});
