// @vitest-environment jsdom
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { InForceNotes, RevokeAction, type RecognitionDetail } from './recognition-in-force.tsx';

signedOutAfterwards();

const { revoke, settle } = recognitionOperationsOf.system;
const inForce: RecognitionDetail = {
  scoreCognizanceApplyId: 'R1',
  studentId: 'S1',
  studentNumber: '2026001',
  studentName: '张三',
  departmentName: '计算机学院',
  studentClassName: '计科2601',
  applicantName: '孙教务',
  scoreCognizanceApplyTime: '2026-11-20 09:00:00',
  summary: '程序设计 → 数据结构',
  courseCredit: '3.0',
  approvalBusinessStatus: '9',
  approvalBusinessStatusName: '通过',
  currentNodeName: null,
  own: false,
  mayDecide: false,
  sourceChange: '程序设计由 88 改为 72',
  kind: 'system',
  processNo: 'XTNCJRDSH',
  scoreCognizanceApplyRemark: '转专业前所修',
  effected: true,
  opinion: null,
  settlement: null,
  relateList: [],
  progress: null,
  form: null,
};

function shown(more: Partial<RecognitionDetail>, permissions: CurrentUserView['permissions']) {
  signIn({ permissions });
  const api = stubApi([
    [settle, () => refused('RECOGNITION_NOT_ADJUSTABLE', '原成绩“程序设计”已撤销或不及格', 409)],
    [revoke, () => ok({ applyId: 'R1' })],
  ]);
  const detail = { ...inForce, ...more };
  return {
    api,
    ...render(
      <>
        <RevokeAction kind="system" detail={detail} />
        <InForceNotes detail={detail} />
      </>,
    ),
  };
}

it('tells the office what has changed, asks why it is settled so, and says under it why that cannot be', async () => {
  const { user, api } = shown({}, ['scoreCognizance:settle']);
  expect(await screen.findByText('认定所依据的原成绩已变更，待处理：程序设计由 88 改为 72')).toBeDefined();
  expect(screen.queryByRole('button', { name: '撤销认定' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '按规则调整' }));
  const dialog = within(await screen.findByRole('dialog', { name: '按规则调整认定成绩' }));
  await user.type(dialog.getByLabelText(/调整原因/), '核对试卷');
  await user.click(dialog.getByRole('button', { name: '调整' }));
  await expect
    .poll(() => api.to(settle).at(-1)?.fields)
    .toMatchObject({ applyId: 'R1', outcome: 'adjusted', reason: '核对试卷' });
  expect(await dialog.findByText('原成绩“程序设计”已撤销或不及格')).toBeDefined();
});

it('shows who may not settle it what has changed, and nothing to press', async () => {
  shown({}, []);
  expect(await screen.findByText(/程序设计由 88 改为 72/)).toBeDefined();
  for (const name of ['保留', '按规则调整', '撤销认定']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('is revoked with a reason', async () => {
  const { user, api } = shown({ sourceChange: '' }, ['scoreCognizance:revoke']);
  await user.click(await screen.findByRole('button', { name: '撤销认定' }));
  const dialog = within(await screen.findByRole('dialog', { name: '撤销认定' }));
  expect(dialog.getByText(/张三的认定成绩（3.0 学分）将作废/)).toBeDefined();
  await user.type(dialog.getByLabelText(/撤销原因/), '证书不实');
  await user.click(dialog.getByRole('button', { name: '撤销认定' }));
  await expect.poll(() => api.to(revoke).at(-1)?.fields).toMatchObject({ applyId: 'R1', reason: '证书不实' });
});

it('of one that was revoked tells who did, when and why, and offers nothing more', async () => {
  const settlement = {
    text: '撤销认定',
    reason: '证书不实',
    personName: '钱办公',
    settleTime: '2026-11-22 10:00:00',
  };
  shown({ sourceChange: '', effected: false, approvalBusinessStatus: '5', settlement }, ['scoreCognizance:revoke']);
  expect(await screen.findByText('2026-11-22 10:00:00 钱办公：撤销认定，原因：证书不实')).toBeDefined();
  expect(screen.queryByRole('button', { name: '撤销认定' })).toBeNull();
});
