// @vitest-environment jsdom
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import {
  processCheck,
  processDetail,
  processDraftPublish,
  processDraftSave,
  processSimulate,
  queryProcesses,
} from '@jwxt/contracts/approval/process-setting.operations.ts';
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, stubApi, type Answering } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { conditionOf, withMoved, withNewNode, withNode, withNodesOf, withoutNode } from './process-form.model.ts';
import { ProcessSettingsPage } from './process-settings.page.tsx';
import { differencesOf, type Names } from './process-words.model.ts';

signedInAlways({
  permissions: ['processSetting:query', 'processSetting:update', 'processSetting:publish', 'processSetting:simulate'],
});

const definition: ProcessDefinition = {
  processNo: 'ZKCJSP',
  processName: '正考成绩审批',
  approvalType: '1',
  recallAllowed: true,
  nodes: [
    { processNodeId: 'ZKCJSP-1', processNodeName: '院系审核', roleCode: '04', scopeRule: 'KKDW', conditions: [] },
    {
      processNodeId: 'ZKCJSP-2',
      processNodeName: '教务处审核',
      roleCode: '05',
      scopeRule: 'XX',
      conditions: [{ field: 'failRate', operator: '>', value: 300, text: '不及格率超过30%' }],
    },
  ],
};
const version = { version: 1, publishStatus: '1', publishedAt: '2026-09-01 08:00:00', publishedBy: '管理员' };
const roles = [
  { jsbh: '04', jsmc: '院系审核人', approves: true, reads: true },
  { jsbh: '05', jsmc: '教务处审核人', approves: true, reads: true },
  { jsbh: '06', jsmc: '任课教师', approves: false, reads: true },
  { jsbh: '09', jsmc: '访客', approves: false, reads: false },
];
const names: Names = {
  roles: new Map(roles.map(({ jsbh, jsmc }) => [jsbh, jsmc])),
  remarks: new Map([['04', '作弊']]),
  defaultLimitDays: 3,
};

const listed: Answering = [
  queryProcesses,
  () =>
    ok({
      list: [{ ...version, processNo: 'ZKCJSP', definition, categoryId: 'cj', categoryName: '成绩', draft: null }],
    }),
];

// SYSADMIN-23, SYSADMIN-24
describe('审批流程设置', () => {
  it('copies the version in force to a draft, edits its nodes and conditions, checks and saves it', async () => {
    let draft: object | null = null;
    const { to } = stubApi([
      listed,
      [
        { path: processDetail.path.replace('{processNo}', 'ZKCJSP') },
        () =>
          ok({
            processNo: 'ZKCJSP',
            versions: [{ ...version, definition, running: 4 }],
            draft,
            roles,
            defaultLimitDays: 3,
          }),
      ],
      [
        processDraftSave,
        () => {
          draft = { revision: 1, editedAt: '2026-11-24 09:00:00', editedBy: '钱办公', definition };
          return ok({ processNo: 'ZKCJSP', revision: 1 });
        },
      ],
      [
        processCheck,
        () =>
          ok({
            problems: [
              { nodeId: 'ZKCJSP-1', field: 'roleCode', text: '节点“院系审核”：文学院没有人担任“院系审核人”' },
              { nodeId: null, field: 'timeoutAction', text: '没有教务处管理员，最后一个节点超时后无处上报' },
            ],
          }),
      ],
      [processDraftPublish, () => ok({ processNo: 'ZKCJSP', version: 2 })],
    ]);
    const { user } = render(<ProcessSettingsPage />);
    await user.click(await screen.findByRole('button', { name: '设置 正考成绩审批' }));
    expect(await screen.findByText(/4 份申请正按此版本审批/)).toBeTruthy();
    expect(screen.getByText('不及格率超过30%')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '复制为草稿' }));
    const node = await screen.findByRole('region', { name: '教务处审核' });
    const value = within(node).getByRole('textbox', { name: '值' });
    await user.clear(value);
    await user.type(value, '25.5');
    await user.click(screen.getByRole('button', { name: '与已发布的比较' }));
    expect(await screen.findByText('不及格率超过25.5%')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: '处理时限（天）' }), '5');
    await user.click(screen.getByRole('combobox', { name: '超时处理' }));
    await user.click(screen.getByRole('option', { name: '上报' }));
    expect(screen.getByText(/并告知下一节点的审批人，最后一个节点告知教务处/)).toBeTruthy();
    expect(await screen.findByText('5 天')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '检查' }));
    expect(await screen.findAllByText('没有教务处管理员，最后一个节点超时后无处上报')).toHaveLength(2);
    const first = screen.getByRole('region', { name: '院系审核' });
    expect((await within(first).findByRole('alert')).textContent).toBe('节点“院系审核”：文学院没有人担任“院系审核人”');
    expect(within(screen.getByRole('alert', { name: '检查发现的问题' })).getAllByRole('listitem')).toHaveLength(2);
    // Sends back to the first node alone, and is copied to teachers.
    await user.click(within(node).getByRole('combobox', { name: '可驳回到' }));
    expect(screen.getAllByRole('option').map(({ textContent: text }) => text)).toEqual(['申请人', '院系审核']);
    await user.click(screen.getByRole('option', { name: '院系审核' }));
    await user.click(within(node).getByRole('combobox', { name: '审批方式' }));
    await user.click(screen.getByRole('option', { name: '全部' }));
    await user.click(within(node).getByRole('combobox', { name: '抄送' }));
    expect(screen.queryByRole('option', { name: '访客' })).toBeNull();
    await user.click(screen.getByRole('option', { name: '任课教师' }));
    expect(await screen.findByText('申请人和之前的任何节点')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: '可批量' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发布' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: '保存草稿' }));
    await waitFor(() => {
      expect(to(processDraftSave)).toHaveLength(2);
    });
    expect(to(processDraftSave)[1]?.fields).toMatchObject({
      revision: 1,
      definition: {
        batchAllowed: false,
        timeLimitDays: 5,
        timeoutAction: '1',
        nodes: [
          {},
          {
            conditions: [{ field: 'failRate', value: 255, text: '不及格率超过25.5%' }],
            nodeMode: '2',
            canReject: ['ZKCJSP-1'],
            ccRoles: ['06'],
          },
        ],
      },
    });
  });

  it('finds the processes of a category (SYSADMIN-08)', async () => {
    const { to } = stubApi([listed]);
    const { user } = render(<ProcessSettingsPage />);
    await screen.findByText('ZKCJSP');
    await user.click(screen.getByRole('combobox', { name: '类别' }));
    await user.click(await screen.findByRole('option', { name: '成绩' }));
    await waitFor(() => {
      expect(to(queryProcesses).at(-1)?.fields).toMatchObject({ categoryId: 'cj' });
    });
  });

  it('simulates who would decide, with the reasons, and says at the field what is missing', async () => {
    const { to } = stubApi([
      listed,
      [findTeachDep, () => ok([])],
      [
        processSimulate,
        () =>
          ok({
            processNo: 'ZKCJSP',
            processName: '正考成绩审批',
            version: 1,
            title: '按已发布的版本模拟',
            nodes: [
              {
                processNodeId: 'ZKCJSP-1',
                processNodeName: '院系审核',
                roleName: '院系审核人',
                scopeRuleName: '开课单位',
                scopeUnitName: '文学院',
                entered: true,
                reason: '每份申请都经过',
                state: 'ahead',
                holders: [
                  {
                    userName: 'dean2',
                    name: '周院长',
                    departmentName: '文学院',
                    excluded: null,
                    delegates: ['吴副院长（至 2026-12-01 00:00:00）'],
                  },
                ],
                backNodeNames: ['申请人'],
                copied: [{ roleName: '任课教师', names: ['王老师'] }],
                timeLimitDays: 3,
                nodeMode: '2',
                timeoutText: '提醒审批人，并上报教务处审核',
              },
            ],
          }),
      ],
    ]);
    const { user } = render(<ProcessSettingsPage />);
    await screen.findByText('ZKCJSP');
    await user.click(screen.getByRole('button', { name: '流程模拟' }));
    await user.click(await screen.findByRole('button', { name: '模拟' }));
    expect(await screen.findByText('请选择流程')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: '已有的申请' }));
    await user.type(screen.getByRole('textbox', { name: /申请编号/ }), 'A1');
    await user.click(screen.getByRole('button', { name: '模拟' }));
    expect(await screen.findByText('周院长 · 文学院，代理：吴副院长（至 2026-12-01 00:00:00）')).toBeTruthy();
    expect(
      screen.getByText(
        '须全部审批人通过；时限 3 天，超时提醒审批人，并上报教务处审核；可驳回到：申请人；抄送任课教师：王老师',
      ),
    ).toBeTruthy();
    expect(to(processSimulate)[0]?.fields).toMatchObject({ applyId: 'A1' });
  });
});

describe('the form of a process', () => {
  it('gives new nodes numbers that none has or had', () => {
    const more = withNewNode(definition, ['ZKCJSP-3']);
    expect(more.nodes.at(-1)).toMatchObject({ processNodeId: 'ZKCJSP-4', scopeRule: 'KKDW' });
    expect(withMoved(definition, 1, -1).nodes.map((node) => node.processNodeId)).toEqual(['ZKCJSP-2', 'ZKCJSP-1']);
  });

  it('copies nodes of another process without what this one cannot have', () => {
    const other: ProcessDefinition = { ...definition, processNo: 'XSXXHD', nodes: [] };
    expect(withNodesOf(other, definition).nodes).toMatchObject([
      { processNodeId: 'XSXXHD-1', scopeRule: 'XSDW', conditions: [] },
      { processNodeId: 'XSXXHD-2', scopeRule: 'XX', conditions: [] },
    ]);
  });

  it('sends back to what is before a node still, wherever it is moved', () => {
    const draft = withNode(definition, 1, { canReject: ['0', 'ZKCJSP-1'] });
    expect(withMoved(draft, 1, -1).nodes[0]).toMatchObject({ processNodeId: 'ZKCJSP-2', canReject: ['0'] });
    const onlyUnit = withNode(definition, 1, { canReject: ['ZKCJSP-1'] });
    expect(withoutNode(onlyUnit, 0).nodes[0]).not.toHaveProperty('canReject');
    const other: ProcessDefinition = { ...definition, processNo: 'CJXGSP', nodes: [] };
    expect(withNodesOf(other, draft).nodes[1]).toMatchObject({ canReject: ['0', 'CJXGSP-1'] });
  });

  it('says in words what a draft would change', () => {
    const draft = withNode({ ...definition, timeLimitDays: 5 }, 1, {
      scopeRule: 'KKDW',
      conditions: [conditionOf('hasRemark')].map((condition) => ({ ...condition, value: '04' })),
    });
    expect(differencesOf(definition, withoutNode(withNewNode(draft, []), 0), names)).toMatchObject([
      { where: '流程', label: '处理时限', before: '3 天（学校默认）', after: '5 天' },
      { where: '院系审核', label: '节点', after: '删除' },
      { where: '教务处审核', label: '审批范围', before: '全校', after: '开课单位' },
      { where: '教务处审核', label: '进入条件', before: '不及格率超过30%', after: '有作弊备注' },
      { where: '', label: '节点', after: '新增' },
    ]);
  });
});
