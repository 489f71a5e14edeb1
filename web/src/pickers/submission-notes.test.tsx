// @vitest-environment jsdom
import { joinContent } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { SubmissionNotes } from './submission-notes.tsx';

signedInAlways({ permissions: ['systemApprove:query'] });

/** The call for the one application. */
const detail = { path: approvalDetail.path.replace('{applyId}', 'A1') };
const header = { label: '课程', value: '高等数学' };
const difference = {
  studentNumber: '2026001',
  studentName: '张三',
  itemName: '期末成绩',
  before: '58.0',
  after: '61.0',
  totalBefore: '58.40',
  totalAfter: '60.20',
};

// SCORE-MORE-08
it('who decides is told who handed in for teachers and why, what was confirmed, what differs from before', async () => {
  const applyContent = joinContent([
    header,
    { label: '代为提交时的提醒', value: '不及格率 35.0%' },
    { label: '强制提交', value: '冯老师：教师出差' },
  ]);
  const api = stubApi([[detail, () => ok({ applyContent, differences: [difference] })]]);
  const { findByRole, queryByText } = render(<SubmissionNotes applyId="A1" />);
  const alert = await findByRole('alert');
  expect(alert.textContent).toContain('代为提交时的提醒：不及格率 35.0%');
  expect(alert.textContent).toContain('强制提交：冯老师：教师出差');
  expect(queryByText(/高等数学/)).toBeNull();
  expect((await findByRole('table', { name: '本次与上次提交的差异' })).textContent).toContain('61.0');
  expect(api.to(detail)).toHaveLength(1);
});

it('nothing out of the ordinary: nothing shows', async () => {
  const api = stubApi([[detail, () => ok({ applyContent: joinContent([header]), differences: [] })]]);
  const { queryByRole } = render(<SubmissionNotes applyId="A1" />);
  await vi.waitFor(() => {
    expect(api.to(detail)).toHaveLength(1);
  });
  expect([queryByRole('alert'), queryByRole('table')]).toEqual([null, null]);
});
