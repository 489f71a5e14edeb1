// @vitest-environment jsdom
import { approvalLog, urgeApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  instanceTargets,
  queryProcessInstances,
  terminateInstance,
  transferInstance,
  type ProcessInstance,
} from '@jwxt/contracts/approval/process-instance.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { ProcessInstancesPage } from './process-instances.page.tsx';

signedOutAfterwards();

const waiting: ProcessInstance = {
  instanceId: 'A1',
  applyId: 'A1',
  processNo: 'ZKCJSP',
  approvalProcessName: '正考成绩审批',
  businessId: 'B1',
  title: '程序设计 1班',
  applicantName: '王老师',
  applicantDepartmentName: '计算机学院',
  applyTime: '2026-11-20 09:00:00',
  currentNodeName: '院系审核',
  currentApprovers: '李院长、吴副院长',
  waitDays: 4,
  approvalBusinessStatus: '1',
  approvalBusinessStatusName: '待审核',
  finishTime: null,
  revision: 3,
  mayUrge: true,
  mayTransfer: true,
  mayTerminate: true,
};
const ended: ProcessInstance = {
  ...waiting,
  applyId: 'A2',
  title: '数据结构 2班',
  currentNodeName: null,
  currentApprovers: '',
  waitDays: null,
  approvalBusinessStatus: '9',
  approvalBusinessStatusName: '通过',
  finishTime: '2026-11-21 10:00:00',
  mayUrge: false,
  mayTransfer: false,
  mayTerminate: false,
};

function shown() {
  signIn({ permissions: ['processInstanceQuery:query', 'processInstanceQuery:terminate'] });
  const api = stubApi([
    [queryProcessInstances, () => ok({ rows: [waiting, ended], total: 2, latestOnly: true })],
    [approvalLog, () => ok({ list: [] })],
    [urgeApproval, () => ok({ applyId: 'A1' })],
    [
      { path: instanceTargets.path.replace('{applyId}', 'A1') },
      () => ok({ list: [{ userName: 'dean1b', name: '吴副院长', departmentName: '计算机学院' }] }),
    ],
    [transferInstance, () => ok({ applyId: 'A1' })],
    [terminateInstance, () => ok({ applyId: 'A1' })],
  ]);
  return {
    api,
    ...render(
      <InAddress>
        <ProcessInstancesPage />
      </InAddress>,
    ),
  };
}

// SYSADMIN-25
it('tells where each waits, for whom and since when, and offers only what may be done to it', async () => {
  const { user, api } = shown();
  const row = within(await screen.findByRole('row', { name: /程序设计 1班.*院系审核 ?李院长、吴副院长.*4.*待审核/ }));
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['日志', '催办', '转办', '终止']);
  const other = within(screen.getByRole('row', { name: /数据结构 2班.*通过.*2026-11-21 结束/ }));
  expect(other.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['日志']);
  expect(screen.getByText('只在最新的 10000 条中查找，更早的请选择流程、状态或申请时间')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: '申请人' }), ' 王 ');
  await user.click(screen.getByRole('button', { name: '查询' }));
  await expect.poll(() => api.to(queryProcessInstances).at(-1)?.fields).toMatchObject({ applicantName: '王' });
  await user.click(await screen.findByRole('button', { name: '日志 程序设计 1班' }));
  expect(await screen.findByRole('dialog', { name: '审批日志' })).toBeDefined();
  expect(api.to(approvalLog).at(-1)?.fields).toMatchObject({ businessId: 'B1', processNo: 'ZKCJSP' });
});

it('ends one with a reason, at the revision that is shown', async () => {
  const { user, api } = shown();
  await user.click(await screen.findByRole('button', { name: '终止 程序设计 1班' }));
  const dialog = within(await screen.findByRole('dialog', { name: '终止流程' }));
  expect(dialog.getByText(/“程序设计 1班”将按不通过结束，不能恢复/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: '终止' }));
  expect(await dialog.findByText('请输入终止原因')).toBeDefined();
  expect(api.to(terminateInstance)).toEqual([]);
  await user.type(dialog.getByLabelText(/终止原因/), '重复申请');
  await user.click(dialog.getByRole('button', { name: '终止' }));
  await expect
    .poll(() => api.to(terminateInstance).at(-1)?.fields)
    .toMatchObject({ applyId: 'A1', revision: '3', reason: '重复申请' });
});

it('hands one over by the right of the office', async () => {
  const { user, api } = shown();
  await user.click(await screen.findByRole('button', { name: '转办 程序设计 1班' }));
  const dialog = within(await screen.findByRole('dialog', { name: '转办' }));
  await user.click(await dialog.findByLabelText(/转办给/));
  await user.click(await screen.findByRole('option', { name: '吴副院长 · 计算机学院' }));
  await user.type(dialog.getByLabelText(/原因/), '出差');
  await user.click(dialog.getByRole('button', { name: '确定' }));
  await expect
    .poll(() => api.to(transferInstance).at(-1)?.fields)
    .toMatchObject({ applyId: 'A1', toUser: 'dean1b', reason: '出差' });
});
