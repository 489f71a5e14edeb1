// @vitest-environment jsdom
import {
  approvalCategories,
  approvalConfig,
  approvalCounts,
  approvalFates,
  approve,
  queryApprovals,
  type ApprovalItem,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { ApprovalContentsContext } from '../../lib/business-links.ts';
import { PageAddressContext } from '../../lib/page-address.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { ok, stubApi, type Answering } from '../../testing/api-stub.ts';
import { onPhone } from '../../testing/phone.ts';
import { Held, render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { ApprovalDetailDialog } from './approval-detail.dialog.tsx';
import { DecisionFormDialog } from '../../pickers/decision-form.dialog.tsx';
import { approvalItem } from './approval-item.fixture.ts';
import { BusinessStatus } from './approval-status.tsx';
import { ApprovalFilters } from './approval-filters.tsx';
import { approvalPageState, type ApprovalPageState } from './approval-state.ts';
import { ApprovalPage } from './approval.page.tsx';

const counts: Answering = [
  approvalCounts,
  () => ok({ todo: 2, applied: 0, done: 0, overdue: 0, today: 0, doneToday: 0, byProcess: [], oldest: null }),
];

signedInAlways({ permissions: ['systemApprove:query', 'system:approve'] });

/** A client without waiting for what would be refetched in the background. */
const queryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const rowOf = (name: string) => screen.getByText(`${name} 的成绩`).closest('tr')!;

const decidedItem = (applyId: string) =>
  approvalItem(applyId, { approvalProcessStatus: '3', approvalBusinessStatus: '9', mayApprove: false });
const byColleague = { kind: 'decided', own: false, personName: '吴副院长', resultName: '通过' };

describe('the approval centre', () => {
  // APPROVAL-10, APPROVAL-17
  it('asks with page, size, type, statuses and range; its tabs cannot be pressed until the list is there', async () => {
    const { to } = stubApi([counts, [queryApprovals, () => ok({ list: [approvalItem('A1')], total: 1 })]]);
    render(<ApprovalPage />);
    for (const tab of screen.getAllByRole('tab')) expect((tab as HTMLButtonElement).disabled).toBe(true);
    await screen.findByText('A1 的成绩');
    for (const tab of screen.getAllByRole('tab')) expect((tab as HTMLButtonElement).disabled).toBe(false);
    expect(to(queryApprovals)[0]?.fields).toMatchObject({
      pageNum: '1',
      pageSize: '8',
      type: '1',
      approvalProcessStatus: '2',
      approvalBusinessStatus: '2',
      timeScopeValue: '90',
    });
  });

  it('keeps rows in place while others decide: the gone stay and say so, new ones follow, announced', async () => {
    let list: ApprovalItem[] = ['A1', 'A2', 'A3'].map((id) => approvalItem(id));
    stubApi([
      counts,
      [queryApprovals, () => ok({ list, total: list.length })],
      [approvalFates, () => ok({ list: [{ item: decidedItem('A2'), step: byColleague }] })],
    ]);
    const client = queryClient();
    const { user } = render(<ApprovalPage />, { queryClient: client });
    await screen.findByText('A2 的成绩');
    await user.click(within(rowOf('A3')).getByRole('checkbox'));
    list = [approvalItem('A1', { urgedTime: '2026-11-21 09:00:00' }), approvalItem('A3'), approvalItem('A4')];
    await client.invalidateQueries();
    await screen.findByText('A4 的成绩');
    expect(screen.getAllByText(/ 的成绩$/).map((cell) => cell.textContent)).toEqual([
      'A1 的成绩',
      'A2 的成绩',
      'A3 的成绩',
      'A4 的成绩',
    ]);
    expect(await within(rowOf('A2')).findByText('已由他人处理')).toBeTruthy();
    expect(within(rowOf('A2')).getByText('吴副院长 通过')).toBeTruthy();
    expect(within(rowOf('A2')).queryByText('审批')).toBeNull();
    expect(within(rowOf('A2')).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
    expect(within(rowOf('A1')).getByText('催办')).toBeTruthy();
    expect(within(rowOf('A3')).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    expect(screen.getByText('新到 1 件待办')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '刷新列表' }));
    await waitFor(() => {
      expect(screen.queryByText('A2 的成绩')).toBeNull();
    });
  });

  it('SYSADMIN-23: several of a process that is decided one by one are not offered to be decided at once', async () => {
    const list = ['A1', 'A2'].map((id) => approvalItem(id, { mayBatch: false }));
    stubApi([counts, [queryApprovals, () => ok({ list, total: 2 })]]);
    const { user } = render(<ApprovalPage />);
    await screen.findByText('A2 的成绩');
    await user.click(within(rowOf('A1')).getByRole('checkbox'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '批量审批（1）' }).disabled).toBe(false);
    await user.click(within(rowOf('A2')).getByRole('checkbox'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '批量审批（2）' }).disabled).toBe(true);
    expect(screen.getByText('该流程不允许批量审批，请逐份审批')).toBeTruthy();
  });

  // Pushed to the next page it can still be decided.
  it('says of a row that left only what happened: on the next page it is open, what I dealt with is mine', async () => {
    const first = Array.from({ length: 8 }, (_, index) => approvalItem(`A${String(index + 1)}`));
    let list = { list: first, total: 8 };
    const { to } = stubApi([
      counts,
      [queryApprovals, () => ok(list)],
      [
        approvalFates,
        () =>
          ok({
            list: [
              { item: approvalItem('A5', { revision: 3 }), step: null },
              { item: decidedItem('A6'), step: { ...byColleague, own: true } },
              {
                item: approvalItem('A7', { mayApprove: false, assigneeName: '吴副院长' }),
                step: { ...byColleague, kind: 'transferred', own: true, resultName: '' },
              },
            ],
          }),
      ],
    ]);
    const client = queryClient();
    render(<ApprovalPage />, { queryClient: client });
    await screen.findByText('A8 的成绩');
    list = {
      list: [...Array.from({ length: 4 }, (_, index) => approvalItem(`B${String(index + 1)}`)), ...first.slice(0, 4)],
      total: 13,
    };
    await client.invalidateQueries();
    expect(await within(rowOf('A6')).findByText('您已处理')).toBeTruthy();
    expect(within(rowOf('A7')).getByText('您已转办')).toBeTruthy();
    expect(within(rowOf('A8')).getByText('不再由您审批')).toBeTruthy();
    expect(within(rowOf('A5')).getByText('审批')).toBeTruthy();
    expect(within(rowOf('A5')).getByRole<HTMLInputElement>('checkbox').disabled).toBe(false);
    expect(screen.queryByText('已由他人处理')).toBeNull();
    // Three are gone and one is on the next page: of thirteen eight are new.
    expect(screen.getByText('新到 8 件待办')).toBeTruthy();
    expect(to(approvalFates)[0]?.fields).toMatchObject({ revisions: { A5: 0, A6: 0, A7: 0, A8: 0 } });
  });
});

const address = {
  pathname: '',
  params: {},
  restart: () => undefined,
  replaceWith: () => undefined,
  setTitle: () => undefined,
  setUnsaved: () => undefined,
};

it('an empty list offers to drop conditions, then to look at all times; the last range stays until then', async () => {
  const { to } = stubApi([counts, [queryApprovals, () => ok({ list: [], total: 0 })]]);
  const { user } = render(
    <Held<Record<string, unknown>> start={{ tab: '2' }}>
      {(search, set) => (
        <PageAddressContext
          value={{
            ...address,
            search,
            setSearch: (next) => {
              set(next(search));
            },
          }}
        >
          <ApprovalPage />
        </PageAddressContext>
      )}
    </Held>,
  );
  await screen.findByText('没有符合条件的申请，可以换一个条件');
  await user.type(screen.getByRole('textbox', { name: '关键字' }), '高数{Enter}');
  const asked = () => to(queryApprovals).at(-1)?.fields;
  await user.click(await screen.findByRole('button', { name: '清空条件' }));
  const wider = await screen.findByRole('button', { name: '查看全部时间' });
  expect([asked(), screen.getByRole<HTMLInputElement>('textbox', { name: '关键字' }).value]).toMatchObject([
    { timeScopeValue: '90', keyword: '高数' },
    '',
  ]);
  await user.click(wider);
  await waitFor(() => {
    expect(asked()).not.toHaveProperty('keyword');
  });
  expect(asked()?.['timeScopeValue'] ?? '0').toBe('0');
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: '查看全部时间' })).toBeNull();
  });
});

describe('sorting the approval centre', () => {
  const sorting = (head: HTMLElement) => within(head).queryByRole('button', { name: '排序' });
  const shown = async (search: Record<string, unknown>) => {
    const item = { ...decidedItem('A1'), decidedTime: '2026-11-21 10:00:00' };
    const { to } = stubApi([counts, [queryApprovals, () => ok({ list: [item], total: 1 })]]);
    const { user } = render(
      <InAddress search={search}>
        <ApprovalPage />
      </InAddress>,
    );
    await screen.findByText('A1 的成绩');
    return {
      user,
      asked: () => to(queryApprovals).at(-1)?.fields,
      sortable: screen.getAllByRole('columnheader').flatMap((head) => (sorting(head) ? head.textContent : [])),
    };
  };

  it('own decisions go by each column, and say when they were taken', async () => {
    const { user, asked, sortable } = await shown({ tab: '2' });
    expect(sortable).toEqual(['流程与内容', '申请人', '申请时间', '审批时间', '状态']);
    expect(screen.getByText('2026-11-21 10:00:00')).toBeDefined();
    await user.click(sorting(screen.getByRole('columnheader', { name: /申请人/ }))!);
    await waitFor(() => {
      expect(asked()).toMatchObject({ type: '2', sort: 'applicant' });
    });
  });

  it('what waits goes by its time alone, whatever own decisions were sorted by before', async () => {
    const { asked, sortable } = await shown({ tab: '1', sort: 'applicant' });
    expect(sortable).toEqual(['已等待']);
    expect(asked()).toMatchObject({ type: '1' });
    expect(asked()).not.toHaveProperty('sort');
  });
});

it('SYSADMIN-08: one category has its processes alone to choose from, and is asked for with them', async () => {
  const { to } = stubApi([
    counts,
    [
      approvalCategories,
      () =>
        ok({
          list: [
            {
              categoryId: 'cj',
              categoryName: '成绩',
              processes: [{ processNo: 'ZKCJSP', processName: '正考成绩审批' }],
            },
            { categoryId: 'kk', categoryName: '开课', processes: [{ processNo: 'TTKSQ', processName: '调停课审批' }] },
          ],
        }),
    ],
    [queryApprovals, () => ok({ list: [], total: 0 })],
  ]);
  const { user } = render(
    <InAddress>
      <ApprovalPage />
    </InAddress>,
  );
  // Two wait, none of them in the range of time.
  await screen.findByText('所选时间范围内没有待办');
  await user.click(screen.getByRole('combobox', { name: '流程' }));
  expect(screen.getAllByRole('option').map(({ textContent: text }) => text)).toEqual(['正考成绩审批', '调停课审批']);
  await user.click(screen.getByRole('combobox', { name: '类别' }));
  await user.click(await screen.findByRole('option', { name: '开课' }));
  await user.click(screen.getByRole('combobox', { name: '流程' }));
  await user.click(await screen.findByRole('option', { name: '调停课审批' }));
  await waitFor(() => {
    expect(to(queryApprovals).at(-1)?.fields).toMatchObject({ categoryId: 'kk', processNo: 'TTKSQ' });
  });
  expect(screen.queryByRole('option', { name: '正考成绩审批' })).toBeNull();
});

it('what was searched for goes from the field when the condition is taken away', async () => {
  const { user } = render(
    <Held<ApprovalPageState> start={approvalPageState.parse({})}>
      {(state, set) => (
        <>
          <ApprovalFilters
            tab="1"
            state={state}
            loading={false}
            counts={undefined}
            onChange={(change) => {
              set({ ...state, ...change });
            }}
          />
          <button
            type="button"
            onClick={() => {
              set({ ...state, keyword: '' });
            }}
          >
            清空条件
          </button>
        </>
      )}
    </Held>,
  );
  const keyword = screen.getByRole<HTMLInputElement>('textbox', { name: '关键字' });
  await user.type(keyword, '高数{Enter}');
  await user.click(screen.getByRole('button', { name: '清空条件' }));
  expect(keyword.value).toBe('');
});

describe('what an application is drawn as', () => {
  it.each([
    ['1', 'blue'],
    ['2', 'blue'],
    ['9', 'green'],
    ['8', 'red'],
    ['7', 'red'],
    ['0', 'grey'],
    ['5', 'grey'],
    ['x', 'grey'],
  ])('APPROVAL-23, APPROVAL-24: status %s is %s, with its result text', (status, tone) => {
    render(<BusinessStatus item={{ approvalBusinessStatus: status, approvalBusinessStatusName: '结果文字' }} />);
    expect(screen.getByText('结果文字').getAttribute('data-tone')).toBe(tone);
  });
});

const detailOf = (item: ApprovalItem, differences: readonly object[] = []) =>
  ok({
    ...item,
    differences,
    progress: [],
    approvalType: '1',
    contentHash: 'h',
    nodes: [],
  });

describe('申请详情', () => {
  const shown = (item: ApprovalItem, onClose = vi.fn<() => void>()) => {
    stubApi([counts, [{ path: '/system/approval/detail/A1' }, () => detailOf(item)], [businessFiles, () => ok([])]]);
    return { onClose, ...render(<ApprovalDetailDialog applyId="A1" onClose={onClose} onDecided={() => undefined} />) };
  };

  it('APPROVAL-30, APPROVAL-31: lists the pieces of its content, split at the first colon', async () => {
    shown({ ...approvalItem('A1'), applyContent: '课程:高等数学_SP_上课时间：周三 10:30' });
    const facts = (await screen.findByText('高等数学')).closest('dl')!;
    expect([...facts.children].map((pair) => [...pair.children].map((part) => part.textContent))).toEqual([
      ['课程', '高等数学'],
      ['上课时间', '周三 10:30'],
    ]);
  });

  it('APPROVAL-14: 关闭 closes it', async () => {
    const { user, onClose } = shown(approvalItem('A1'));
    await screen.findByText('高等数学');
    await user.click(screen.getByText('关闭'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('APPROVAL-32: the attachments show when there are any, and only then', async () => {
    shown(approvalItem('A1', { existsFile: '1' }));
    await screen.findByRole('heading', { name: '附件' });
  });

  it('APPROVAL-32: not without', async () => {
    shown(approvalItem('A1'));
    await screen.findByText('高等数学');
    expect(screen.queryByRole('heading', { name: '附件' })).toBeNull();
  });

  it('SYSADMIN-09: leads to the page that the category of its process names', async () => {
    vi.stubGlobal('scrollTo', () => undefined);
    const item = approvalItem('A1', { detailUrl: '/jwxt/gly/scoreManage/sheets?of=TC1.1' });
    stubApi([counts, [{ path: '/system/approval/detail/A1' }, () => detailOf(item)]]);
    const router = createRouter({
      routeTree: createRootRoute({
        component: () => <ApprovalDetailDialog applyId="A1" onClose={() => undefined} onDecided={() => undefined} />,
      }),
      history: createMemoryHistory(),
    });
    const { user } = render(<RouterProvider router={router} />);
    await user.click(await screen.findByRole('link', { name: /查看详情/ }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({
        pathname: '/jwxt/gly/scoreManage/sheets',
        search: { of: 'TC1.1' },
      });
    });
  });

  it('what its area shows of it stands there, for who may read it, in place of the differences', async () => {
    const difference = {
      studentNumber: '2026001',
      studentName: '张三',
      itemName: '期末成绩',
      before: '80.0',
      after: '85.0',
      totalBefore: '80.00',
      totalAfter: '83.00',
    };
    stubApi([counts, [{ path: '/system/approval/detail/A1' }, () => detailOf(approvalItem('A1'), [difference])]]);
    const part = ({ applyId }: { applyId: string }) => <p>{applyId} 的明细</p>;
    const dialog = (permission: PermissionCode) => (
      <ApprovalContentsContext value={{ OTHER: { part, permission, tellsDifferences: true } }}>
        <ApprovalDetailDialog applyId="A1" onClose={() => undefined} onDecided={() => undefined} />
      </ApprovalContentsContext>
    );
    const { rerender } = render(dialog('system:approve'));
    await screen.findByText('A1 的明细');
    expect(screen.queryByText(/差异/)).toBeNull();
    rerender(dialog('scoreChangeAudit:detail'));
    expect(await screen.findByText('本次与上次提交的差异（1 处）')).toBeTruthy();
    expect(screen.queryByText('A1 的明细')).toBeNull();
  });

  it('says for whom a delegate decides, and that it was urged', async () => {
    shown(approvalItem('A1', { onBehalfOfName: '李院长', urgedTime: '2026-11-21 09:00:00' }));
    await screen.findByText('代 李院长');
    expect(screen.getByText('催办')).toBeTruthy();
  });
});

describe('approving in one view', () => {
  const withList = (list: ApprovalItem[]) => {
    const kept = { list };
    const stub = stubApi([
      counts,
      [queryApprovals, () => ok({ list: kept.list, total: kept.list.length })],
      [approvalFates, () => ok({ list: [] })],
      ...list.map((item) => [{ path: `/system/approval/detail/${item.applyId}` }, () => detailOf(item)] as const),
      [approvalConfig, () => ok({ status: '0', message: '', approvalType: '1', nodes: [] })],
      [
        approve,
        (fields) => {
          const keys = (fields as unknown as { keyList: string[] }).keyList;
          kept.list = kept.list.filter(({ applyId }) => !keys.includes(applyId));
          return ok({ results: Object.fromEntries(keys.map((key) => [key, { code: '200', message: '审核成功' }])) });
        },
      ],
    ]);
    return {
      ...stub,
      ...render(
        <InAddress>
          <ApprovalPage />
        </InAddress>,
      ),
    };
  };

  it('APPROVAL-13: the details decide by keyboard, on what was read, and the next one follows', async () => {
    const { user, to } = withList([approvalItem('A1'), approvalItem('A2')]);
    await user.click(await screen.findByText('A1 的成绩'));
    const opinion = await screen.findByLabelText<HTMLTextAreaElement>('审批意见');
    expect(document.activeElement).toBe(opinion);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(to(approve)[0]?.fields).toMatchObject({ keyList: ['A1'], revisions: { A1: 0 }, approvalStatus: '0' });
    });
    await waitFor(() => {
      expect(to({ path: '/system/approval/detail/A2' })).not.toHaveLength(0);
    });
    await screen.findByRole('region', { name: '审批' });
  });

  it('on a phone the details begin with what is decided: the opinion below it does not take the focus', async () => {
    onPhone();
    const { user } = withList([approvalItem('A1')]);
    await user.click(await screen.findByText('A1 的成绩'));
    const opinion = await screen.findByLabelText<HTMLTextAreaElement>('审批意见');
    expect(document.activeElement).not.toBe(opinion);
  });

  it('what is not in approval has no form, and what is of several processes is passed together', async () => {
    const { user, to } = withList([approvalItem('A1'), approvalItem('A2', { processNo: 'CJXGSP' })]);
    await user.click(within((await screen.findByText('A1 的成绩')).closest('tr')!).getByRole('checkbox'));
    await user.click(within(rowOf('A2')).getByRole('checkbox'));
    expect(screen.getByText('属于不同流程，可一并通过，结果逐项显示')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '批量审批（2）' }));
    const form = within(await screen.findByRole('dialog'));
    expect((await form.findAllByRole('radio')).map((radio) => radio.textContent.trim())).toEqual(['通过']);
    await user.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => {
      expect(to(approve)[0]?.fields).toMatchObject({ keyList: ['A1', 'A2'], approvalStatus: '0' });
    });
    expect(to(approvalConfig)).toHaveLength(0);
  });
});

describe('审批', () => {
  const opened = (item: ApprovalItem, approvalType = '1') => {
    const stub = stubApi([
      [
        approvalConfig,
        () =>
          ok({ status: '0', message: '', approvalType, nodes: [{ processNodeId: '0', processNodeName: '申请人' }] }),
      ],
      [approve, () => ok({ results: { A1: { code: '200', message: '审核成功' } } })],
    ]);
    const onDecided = vi.fn<(results: object) => void>();
    return {
      ...stub,
      onDecided,
      ...render(
        <Held<readonly ApprovalItem[]> start={[item]}>
          {(items, set) => (
            <DecisionFormDialog
              items={items}
              onClose={() => undefined}
              onDecided={(results) => {
                onDecided(results);
                set([]);
              }}
            />
          )}
        </Held>,
      ),
    };
  };

  // APPROVAL-55, APPROVAL-56, APPROVAL-65
  it('result, return node when rejecting, the all-school choice when needed, and an opinion of six lines', async () => {
    const { user } = opened(approvalItem('A1', { needRadio: '1' }));
    const opinion = await screen.findByLabelText<HTMLTextAreaElement>('审批意见');
    expect([opinion.rows, opinion.value]).toEqual([6, '同意']);
    expect(screen.getByRole('radiogroup', { name: '审批结果' })).toBeTruthy();
    expect(screen.getByRole('radiogroup', { name: '是否全校调整' })).toBeTruthy();
    expect(screen.queryByLabelText(/驳回节点/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: '驳回' }));
    expect(screen.getByLabelText(/驳回节点/, { selector: 'input' })).toBeTruthy();
  });

  it('asks who refuses for the reason, and sends nothing without one', async () => {
    const { user, to } = opened(approvalItem('A1'), '0');
    await user.click(await screen.findByRole('radio', { name: '不通过' }));
    expect(screen.queryByRole('button', { name: '同意' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '确定不通过' }));
    await screen.findByText('请填写不通过的原因');
    expect(to(approve)).toHaveLength(0);
    await user.type(screen.getByLabelText(/审批意见/), '材料不符');
    expect(screen.queryByText('请填写不通过的原因')).toBeNull();
    await user.click(screen.getByRole('button', { name: '确定不通过' }));
    await waitFor(() => {
      expect(to(approve)[0]?.fields).toMatchObject({ approvalStatus: '1', approvalOpinion: '材料不符' });
    });
  });

  it('APPROVAL-73: sends the decision once, however often 确定 is pressed', async () => {
    const { user, to, onDecided } = opened(approvalItem('A1'));
    await screen.findByLabelText('审批意见');
    const sure = screen.getByRole('button', { name: '确定' });
    await user.dblClick(sure);
    await waitFor(() => {
      expect(onDecided).toHaveBeenCalledOnce();
    });
    expect(to(approve)).toHaveLength(1);
    expect(to(approve)[0]?.fields).toMatchObject({
      approvalStatus: '0',
      approvalOpinion: '同意',
      processId: 'ZKCJSP.1',
      keyList: ['A1'],
      instanceIds: ['A1'],
      revisions: { A1: 0 },
    });
  });
});
