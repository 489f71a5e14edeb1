import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { describe, expect, it } from 'vitest';
import {
  approvalFormProblems,
  asksBackNode,
  mayStart,
  newApprovalForm,
  resultsFor,
  startWarning,
  submissionOf,
  submissionWarning,
  withResult,
  type Decidable,
} from '../../pickers/decision-form.model.ts';
import { adjustCourseLink } from './approval-link.ts';
import { tabParameters, approvalPageState } from './approval-state.ts';

const item: Decidable = {
  applyId: 'a1',
  instanceId: 'i1',
  approvalProcessId: 'p1',
  approvalProcessName: '正考成绩审批',
  approvalBusinessStatus: '2',
  approvalProcessStatus: '2',
  processNo: 'ZKCJSP',
  revision: 4,
  title: '数据结构',
  needRadio: '0',
  applicantName: '王思源',
  mayApprove: true,
};
const rejecting = { ...newApprovalForm, approvalStatus: '2' as const };

describe('the approval form', () => {
  it('APPROVAL-57, APPROVAL-59: passing with 同意 is the default', () => {
    expect(newApprovalForm).toMatchObject({ approvalStatus: '0', approvalOpinion: '同意' });
  });

  it('APPROVAL-60, APPROVAL-61: type 1 rejects, other types do not pass', () => {
    expect(resultsFor('1').map((result) => result.value)).toEqual(['0', '2']);
    expect(resultsFor('0').map((result) => result.value)).toEqual(['0', '1']);
  });

  it('APPROVAL-62, APPROVAL-64, APPROVAL-66: the return node is asked for, and required, only when rejecting', () => {
    expect([asksBackNode(rejecting, '1'), asksBackNode(rejecting, '0'), asksBackNode(newApprovalForm, '1')]).toEqual([
      true,
      false,
      false,
    ]);
    const problems = approvalFormProblems(rejecting, { approvalType: '1', needRadio: false });
    expect(problems).toMatchObject({ backNode: '必填' });
    expect(submissionWarning([item], problems)).toBe('请选择驳回节点');
  });

  it('a refusal needs a reason of its own, in the words of the form', () => {
    const of = (approvalOpinion: string, approvalStatus: '0' | '1' | '2') =>
      approvalFormProblems(
        { ...newApprovalForm, approvalStatus, backNode: '0', approvalOpinion },
        { approvalType: '1', needRadio: false },
      );
    expect([of('', '2'), of('同意', '2'), of(' ', '1')]).toEqual([
      { approvalOpinion: '请填写驳回的原因' },
      { approvalOpinion: '请填写驳回的原因' },
      { approvalOpinion: '请填写不通过的原因' },
    ]);
    expect([of('', '0'), of('请核对', '2')]).toEqual([{}, {}]);
  });

  it('APPROVAL-58: an opinion of 61 characters is too long, 60 are not', () => {
    const of = (length: number) =>
      approvalFormProblems(
        { ...newApprovalForm, approvalOpinion: '意'.repeat(length) },
        { approvalType: '1', needRadio: false },
      );
    expect(of(60)).toEqual({});
    expect(of(61)).toEqual({ approvalOpinion: '只允许输入60个字符' });
  });

  // APPROVAL-63, APPROVAL-65, APPROVAL-69
  it('what is required and missing stops the submission with the warning', () => {
    const problems = approvalFormProblems(
      { ...newApprovalForm, approvalStatus: '' },
      { approvalType: '0', needRadio: true },
    );
    expect(problems).toEqual({ approvalStatus: '必填', isAllSchool: '必填' });
    expect(submissionWarning([item], problems)).toBe('数据校验未通过，请检查或请刷新后重试');
  });

  it('APPROVAL-70: nothing to decide', () => {
    expect(submissionWarning([], {})).toBe('数据丢失，请刷新后重试');
  });

  // APPROVAL-13, APPROVAL-67, APPROVAL-68
  it('process status shows the button, business status is checked when it is pressed', () => {
    expect(['0', '1', '2', '3'].map((status) => mayStart({ approvalProcessStatus: status, mayApprove: true }))).toEqual(
      [false, true, true, false],
    );
    expect(startWarning([undefined])).toBe('数据丢失，请刷新后重试！');
    for (const status of ['1', '2', '7'])
      expect(startWarning([{ ...item, approvalBusinessStatus: status }])).toBeNull();
    expect(startWarning([{ ...item, approvalBusinessStatus: '9' }])).toBe('数据不在审批中状态，不允许审批');
  });

  // APPROVAL-71, APPROVAL-72
  it('the submission names keys and the revisions seen; a return node only when rejecting', () => {
    const passed = submissionOf({ ...newApprovalForm, backNode: 'n1' }, [
      item,
      { ...item, applyId: 'a2', instanceId: 'i2', revision: 7 },
    ]);
    expect(passed).toEqual({
      approvalStatus: '0',
      approvalOpinion: '同意',
      processId: 'p1',
      adjustCourseApprove: '0',
      keyList: ['a1', 'a2'],
      instanceIds: ['i1', 'i2'],
      revisions: { a1: 4, a2: 7 },
    });
    expect(submissionOf({ ...rejecting, backNode: '0' }, [item])).toMatchObject({ approvalStatus: '2', backNode: '0' });
    expect(submissionOf(newApprovalForm, [{ ...item, processNo: 'TTKSQ' }])).toMatchObject({
      adjustCourseApprove: '1',
    });
    expect(approve.input.safeParse(passed).success).toBe(true);
  });

  it('the agreeing opinion goes with a refusal and comes back; a written one stays', () => {
    const refused = withResult(newApprovalForm, '2');
    expect(refused.approvalOpinion).toBe('');
    expect(withResult(refused, '0').approvalOpinion).toBe('同意');
    expect(withResult({ ...newApprovalForm, approvalOpinion: '请核对' }, '2').approvalOpinion).toBe('请核对');
  });
});

describe('the approval centre', () => {
  it('APPROVAL-02, APPROVAL-03, APPROVAL-04: what each tab asks for', () => {
    expect([tabParameters('0'), tabParameters('1'), tabParameters('2')]).toEqual([
      { type: '0' },
      { type: '1', approvalProcessStatus: '2', approvalBusinessStatus: '2' },
      { type: '2', approvalBusinessStatus: '9' },
    ]);
  });

  it('APPROVAL-06: three months unless the address says otherwise; nonsense in the address is ignored', () => {
    expect(approvalPageState.parse({})).toMatchObject({ scope: '90', pageNum: 1, tab: '' });
    expect(approvalPageState.parse({ scope: '5', pageNum: '-1', tab: 'x' })).toMatchObject({
      scope: '90',
      pageNum: 1,
      tab: '',
    });
    expect(approvalPageState.parse({ scope: '0', pageNum: '3', tab: '2' })).toMatchObject({
      scope: '0',
      pageNum: 3,
      tab: '2',
    });
  });

  // APPROVAL-45, APPROVAL-46
  it('the adjust-course link shows for a used process code and no file table; it names application, role, kind', () => {
    const of = (factUseProcessCode: string | null, businessFileTable: string | null) =>
      adjustCourseLink(
        { applyId: 'a/1', factUseProcessCode, businessFileTable },
        { creatorRole: '06', adjustType: '1' },
      );
    expect(of('TTKSQ', null)).toEqual({ to: '/jwxt/gly/arrange/adjustCourse/a%2F1/06/1', label: '调停课详情' });
    expect([of(null, null), of('', null), of('TTKSQ', 'T_X')]).toEqual([null, null, null]);
  });
});
