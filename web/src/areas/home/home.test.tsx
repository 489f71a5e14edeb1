// @vitest-environment jsdom
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flowOf, flowSteps } from './all-functions.model.ts';
import { AllFunctions, SHRINK_MS } from './all-functions.tsx';
import { Banner, Footer } from './cards/banner.tsx';
import { CommonFunctionsCard } from './cards/common-functions.card.tsx';
import { useEvaluationReminder } from './cards/evaluation-reminder.tsx';
import type { DetailKey } from './home-detail.model.ts';
import { HomeDetail } from './home-detail.tsx';
import { category, renderHome, service, shortcut } from './home-page.fixture.tsx';
import { LandingPage } from './landing.page.tsx';
import { Launcher } from './launcher.tsx';
import { ratioText } from './cards/school-charts.tsx';
import { ServicesCard } from './cards/services.card.tsx';
import { TodoCard } from './cards/todo.card.tsx';
import { StudentHomePage } from './student-home.page.tsx';

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const scores = service('9', '成绩管理', '/jwxt/gly/scoreManage');
const exams = service('8', '考试管理', '/jwxt/gly/examination');
const tenth = service('10', '教学评价', '/jwxt/gly/teachingAssessment');
const site = service('34', '课堂教学', '/jwxt/gly/classBegin', '2');
/** A menu with a page in each module that the tests have a tile of. */
const menu = [shortcut('entry', { modules: ['scoreManage', 'examination', 'teachingAssessment'] })];
const tiles = {
  '/findByUser/u': { list: [category('1', '教学运行', [tenth, scores, exams]), category('3', '扩展', [site])] },
};

describe('banner and footer', () => {
  it('HOME-01, HOME-02, HOME-03: mottos left and right of the greeting, the copyright below', async () => {
    renderHome(
      <>
        <Banner />
        <Footer />
      </>,
    );
    const banner = await screen.findByRole('region', { name: '欢迎' });
    expect(await within(banner).findByText('厚德博学')).toBeTruthy();
    expect(within(banner).getByText('笃行致远')).toBeTruthy();
    expect(within(banner).getByText(/(好|夜深了)，王老师$/)).toBeTruthy();
    expect(screen.getByText('版权所有 © 教务处')).toBeTruthy();
  });

  it('HOME-04: the school’s background, mottos and logo take the place of ours', async () => {
    const own = {
      schoolName: '明湖大学',
      dlbt: '明湖大学教务',
      zxx: '左',
      yxx: '右',
      COPYRIGHT: '©',
      LOGIN_VRIFY: '0',
      XSFWDZ: '',
      dlybj: '',
      dlnybj: '',
      sybj: 'data:image/png;base64,AAAA',
      xxlogo: 'data:image/png;base64,BBBB',
      cdlogo: '',
    };
    const { container } = renderHome(
      <>
        <Banner />
        <LandingPage />
      </>,
      { answers: { '/systemSet': own } },
    );
    expect(await screen.findByText('左')).toBeTruthy();
    expect(screen.getByRole('region', { name: '欢迎' }).style.backgroundImage).toContain('data:image/png;base64,AAAA');
    expect(container.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,BBBB');
  });
});

describe('common functions', () => {
  // HOME-05, HOME-41, HOME-42
  it('asks for six, shows at most eight by visits, most first; a page no longer permitted is left out', async () => {
    const visited = Array.from({ length: 10 }, (_, index) => ({
      roleId: `p${String(index)}`,
      roleName: `常用${String(index)}`,
      url: `/jwxt/gly/scoreManage/p${String(index)}`,
      visitNum: index,
    }));
    const { sent } = renderHome(<CommonFunctionsCard />, {
      answers: { '/commonFunctions/query': { rows: visited, total: 10 } },
      menu: visited.slice(0, 9).map(({ roleId }) => shortcut(roleId)),
    });
    const list = await screen.findByRole('navigation', { name: '常用功能' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['常用8', '常用7', '常用6', '常用5', '常用4', '常用3', '常用2', '常用1']);
    expect(sent.find(({ path }) => path.endsWith('/commonFunctions/query'))?.fields).toMatchObject({
      pageSize: '6',
      pageNo: '1',
    });
  });

  it('before anything was opened, pages where something waits come first', async () => {
    renderHome(<CommonFunctionsCard />, {
      menu: [shortcut('entry'), shortcut('change'), shortcut('approval', { title: '审批中心', count: 5 })],
    });
    const list = await screen.findByRole('navigation', { name: '常用功能' });
    expect(within(list).getAllByRole('link')[0]?.textContent).toBe('审批中心5');
  });

  it('HOME-24, HOME-46: a tile leads to its entry’s url, and the click is counted', async () => {
    const { user, router, sent } = renderHome(<CommonFunctionsCard />, {
      menu: [shortcut('entry', { title: '成绩录入' })],
    });
    await user.click(await screen.findByRole('link', { name: '成绩录入' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/jwxt/gly/scoreManage/entry');
    });
    expect(sent.find(({ path }) => path.endsWith('/baseInfo/commonFunctions/create'))).toMatchObject({
      method: 'POST',
      fields: { roleId: 'entry', url: '/jwxt/gly/scoreManage/entry', roleName: '成绩录入' },
    });
  });
});

describe('service tiles', () => {
  // HOME-08, HOME-19, HOME-20, HOME-21, HOME-23
  it('a tile loads the module’s codes once, remembers the module and opens its home', async () => {
    const { user, router, sent } = renderHome(<ServicesCard onFullScreen={() => undefined} />, {
      answers: { ...tiles, '/findByFwbh': { list: [{ qxbh: 'scoreEntry:query' }] } },
      menu,
    });
    const asked = () => sent.filter(({ path }) => path.endsWith('/findByFwbh'));
    await user.click(await screen.findByRole('link', { name: '成绩管理' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(modulePath('scoreManage'));
    });
    expect(router.state.location.pathname).toBe('/jwxt/gly/scoreManage/scoreManageHome');
    expect(sessionStorage.getItem('jwxt.moduleId')).toBe('09');
    await waitFor(() => {
      expect(sessionStorage.getItem('qx_09')).toBe('["scoreEntry:query"]');
    });
    await router.navigate({ to: '/' });
    await user.click(await screen.findByRole('link', { name: '成绩管理' }));
    expect(asked().map(({ fields }) => fields['fwbh'])).toEqual(['09']);
  });

  it('HOME-22: a tile of menu type 2 opens its url in a new window', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, router } = renderHome(<ServicesCard onFullScreen={() => undefined} />, { answers: tiles, menu });
    await user.click(await screen.findByRole('link', { name: '课堂教学' }));
    expect(open).toHaveBeenCalledExactlyOnceWith('/jwxt/gly/classBegin', '_blank', 'noopener');
    expect(router.state.location.pathname).toBe('/');
  });

  it('HOME-16, HOME-18: 全屏 is for all, 编辑 only with homeMemuIconManage:show; tabs show one category', async () => {
    const full = vi.fn();
    const { user, unmount } = renderHome(<ServicesCard onFullScreen={full} />, { answers: tiles, menu });
    await user.click(await screen.findByRole('button', { name: '全屏' }));
    expect(full).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull();
    await user.click(await screen.findByRole('tab', { name: '扩展' }));
    expect(
      within(screen.getByRole('tabpanel'))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['课堂教学']);
    unmount();
    renderHome(<ServicesCard onFullScreen={full} />, {
      answers: tiles,
      menu,
      permissions: ['homeMemuIconManage:show'],
    });
    expect(await screen.findByRole('button', { name: '编辑' })).toBeTruthy();
  });

  // SHELL-05, SHELL-45
  it('a tile shows if its module has a page one may open; who places tiles sees others grey under 未开通', async () => {
    const some = [shortcut('elective', { modules: ['scoreManage', 'examination'] })];
    const links = () => within(screen.getByRole('tabpanel')).getAllByRole('link');
    const { unmount } = renderHome(<ServicesCard onFullScreen={() => undefined} />, { answers: tiles, menu: some });
    await screen.findByRole('link', { name: '成绩管理' });
    expect(links().map(({ textContent }) => textContent)).toEqual(['成绩管理', '考试管理', '课堂教学']);
    expect(screen.queryByRole('tab', { name: /未开通/ })).toBeNull();
    unmount();
    const { user } = renderHome(
      <>
        <ServicesCard onFullScreen={() => undefined} />
        <AllFunctions layout="list" onLayout={() => undefined} onClose={() => undefined} />
      </>,
      { answers: tiles, menu: some, permissions: ['homeMemuIconManage:show'] },
    );
    await user.click(await screen.findByRole('tab', { name: '未开通 1' }));
    expect(links().map((link) => [link.textContent, link.dataset['unopened'], link.getAttribute('href')])).toEqual([
      ['教学评价', 'true', '/jwxt/gly/teachingAssessment/teachingAssessmentHome'],
    ]);
    const others = within(screen.getByRole('region', { name: /未开通/ }));
    expect(others.queryByRole('link')).toBeNull();
    await user.click(others.getByRole('button', { name: '显示 1 项' }));
    expect(others.getByRole('link', { name: '教学评价' })).toBeTruthy();
  });

  it('a tile shows the sum of what waits on the pages of its module', async () => {
    renderHome(<ServicesCard onFullScreen={() => undefined} />, {
      answers: tiles,
      menu: [shortcut('entry', { count: 2 }), shortcut('change', { count: 3 })],
    });
    expect(await screen.findByRole('link', { name: '成绩管理，5 件待办' })).toBeTruthy();
  });
});

describe('all functions and launcher', () => {
  it('HOME-27, HOME-29: 全部功能 lists the menus by numeric id with icon and name', async () => {
    const { container } = renderHome(
      <AllFunctions layout="list" onLayout={() => undefined} onClose={() => undefined} />,
      { answers: tiles, menu },
    );
    const dialog = await screen.findByRole('dialog', { name: '全部功能' });
    await within(dialog).findByText('成绩管理');
    expect(
      within(dialog)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['考试管理', '成绩管理', '教学评价', '课堂教学']);
    expect(container.ownerDocument.querySelectorAll('[role="dialog"] a svg')).toHaveLength(4);
  });

  it('HOME-28: 退出全屏 shrinks it over 0.5 s, then it is gone', async () => {
    const closed = vi.fn();
    const { user } = renderHome(<AllFunctions layout="list" onLayout={() => undefined} onClose={closed} />, {
      answers: tiles,
      menu,
    });
    const dialog = await screen.findByRole('dialog', { name: '全部功能' });
    expect(SHRINK_MS).toBe(500);
    await user.click(within(dialog).getByRole('button', { name: '退出全屏' }));
    expect(dialog.dataset['leaving']).toBe('true');
    expect(closed).not.toHaveBeenCalled();
    await waitFor(() => {
      expect(closed).toHaveBeenCalled();
    });
  });

  it('HOME-30, HOME-31: the second layout has places of its own for 教学运行, and 服务拓展 for the rest', async () => {
    renderHome(<AllFunctions layout="flow" onLayout={() => undefined} onClose={() => undefined} />, {
      answers: tiles,
      menu,
    });
    const flow = await screen.findByRole('region', { name: '教学运行' });
    expect(
      within(flow)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['考试管理', '成绩管理', '教学评价']);
    expect(
      within(screen.getByRole('region', { name: '服务拓展' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['课堂教学']);
    const cell = within(flow).getByText('成绩管理').closest('div');
    expect([cell?.style.gridColumn, cell?.style.gridRow]).toEqual(['7', '1']);
  });

  it('HOME-30: no two menus share a place in the picture', () => {
    expect(new Set(flowSteps.map(({ column, row }) => `${String(column)}.${String(row)}`)).size).toBe(flowSteps.length);
    expect(flowOf([site]).placed).toEqual([]);
    // Ways skip what the person does not have: from the plans (column 1) straight to the exams (column 6).
    expect(
      flowOf([service('4', '培养方案', '/x'), exams, tenth, service('3', '学籍管理', '/y')]).placed.map(
        ({ menuId, from }) => [menuId, from],
      ),
    ).toEqual([
      ['4', null],
      ['8', 5],
      ['3', 1],
      ['10', 1],
    ]);
  });

  // HOME-32, HOME-33, HOME-34
  it('the launcher lists the services of the session storage by id; toggle and mask close it', async () => {
    sessionStorage.setItem('jwxt.services', JSON.stringify([tenth, scores]));
    const { user, sent } = renderHome(<Launcher />, { answers: tiles, menu });
    await user.click(await screen.findByRole('button', { name: '全部服务' }));
    const panel = screen.getByRole('dialog', { name: '全部服务' });
    expect(
      within(panel)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['成绩管理', '教学评价']);
    expect(sent.filter(({ path }) => path.includes('findByUser'))).toEqual([]);
    await user.click(within(panel).getByRole('button', { name: '收起全部服务' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: '全部服务' }));
    await user.click(screen.getByTestId('launcher-mask'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('HOME-32: a launcher that knows no services yet asks for them', async () => {
    const { user } = renderHome(<Launcher />, { answers: tiles, menu });
    await user.click(await screen.findByRole('button', { name: '全部服务' }));
    await waitFor(() => {
      expect(
        within(screen.getByRole('dialog'))
          .getAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(['考试管理', '成绩管理', '教学评价', '课堂教学']);
    });
    expect(JSON.parse(sessionStorage.getItem('jwxt.services') ?? '[]')).toHaveLength(4);
  });

  it('HOME-25: the light landing page has the logo and the menu', async () => {
    renderHome(<LandingPage />, { answers: tiles, menu });
    const group = await screen.findByRole('navigation', { name: '教学运行' });
    expect(
      within(group)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toContain('/jwxt/gly/scoreManage/scoreManageHome');
    expect(screen.getByText('教务系统').previousElementSibling?.tagName.toLowerCase()).toBe('svg');
  });
});

describe('to-dos', () => {
  it('HOME-38, HOME-39, HOME-40: asks as the specification has it, and praises when nothing waits', async () => {
    const { sent } = renderHome(<TodoCard />, {
      permissions: ['systemApprove:query'],
      answers: { '/approval/query': { list: [], total: 0 } },
    });
    expect(await screen.findByText('真棒！今日工作已全部完成啦～')).toBeTruthy();
    const asked = sent.filter(({ path }) => path.endsWith('/approval/query')).map(({ fields }) => fields);
    expect(asked).toContainEqual(
      expect.objectContaining({
        pageNum: '1',
        pageSize: '4',
        approvalProcessStatus: '2',
        approvalBusinessStatus: '2',
        type: '1',
      }),
    );
    expect(asked).toContainEqual(expect.objectContaining({ approvalBusinessStatus: '9', timeScopeValue: '180' }));
    expect(screen.getByText('近180天已办')).toBeTruthy();
  });
});

describe('detail view', () => {
  const detail = (opened: DetailKey, permissions = ['systemApprove:query']) => {
    const [onTab, onBack] = [vi.fn(), vi.fn()];
    return {
      ...renderHome(<HomeDetail opened={opened} tab={opened} onTab={onTab} onBack={onBack} />, { permissions }),
      onTab,
      onBack,
    };
  };

  it('HOME-13, HOME-15: tabs 通知公告, 待办消息 and 操作指南, and the way back', async () => {
    const { user, onTab, onBack } = detail('1');
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['通知公告', '待办消息', '操作指南']);
    await user.click(tabs[1]!);
    expect(onTab).toHaveBeenCalledExactlyOnceWith('2');
    await user.click(screen.getByRole('button', { name: '返回首页' }));
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('HOME-14: opened for the guides it shows only those', async () => {
    detail('3');
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['操作指南']);
  });

  it('who decides on nothing has no to-do tab', async () => {
    detail('1', []);
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['通知公告', '操作指南']);
  });
});

describe('evaluations that are owed', () => {
  function Page() {
    useEvaluationReminder();
    return <p>首页</p>;
  }

  it('HOME-51, HOME-52: asked once a sign-in, and said in a dialog titled 提示', async () => {
    const { user, sent, unmount } = renderHome(<Page />, {
      answers: { '/pendingCount': { count: 2 } },
      kind: 'student',
    });
    const dialog = await screen.findByRole('dialog', { name: '提示' });
    expect(within(dialog).getByText('您有2条未完成的评教任务，请尽快完成！')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: '知道了' }));
    unmount();
    expect(sent.filter(({ path }) => path.endsWith('/pendingCount'))).toHaveLength(1);
    const again = renderHome(<Page />, { answers: { '/pendingCount': { count: 2 } }, kind: 'student' });
    await screen.findByText('首页');
    expect(again.sent.filter(({ path }) => path.endsWith('/pendingCount'))).toEqual([]);
  });

  it('HOME-52: says nothing when none is owed', async () => {
    const { sent } = renderHome(<Page />, { answers: { '/pendingCount': { count: 0 } } });
    await waitFor(() => {
      expect(sent.filter(({ path }) => path.endsWith('/pendingCount'))).toHaveLength(1);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('notices of the own page', () => {
  const notices = (count: number) => ({
    list: Array.from({ length: count }, (_, index) => ({
      noticeId: `N${String(index)}`,
      noticeName: `通知${String(index)}`,
      createTime: '2026-11-22 08:00:00',
      read: '0',
      noticeTypeName: '教学通知',
      createName: '孙教务',
      topFlag: '0',
    })),
    total: count,
    unreadNum: count,
  });
  const open = (count: number) =>
    renderHome(<StudentHomePage />, { kind: 'student', answers: { '/queryByAudience': notices(count) } });

  it('PICKERS-139 PICKERS-140 stand in a card of 316, and those below come up by themselves', async () => {
    open(12);
    await screen.findAllByRole('link', { name: /通知11/ });
    const list = screen.getByRole('region', { name: '通知公告' });
    expect([list.closest<HTMLElement>('section')?.style.height, list.style.height]).toEqual(['316px', '266px']);
    await waitFor(() => {
      expect(list.scrollTop).toBeGreaterThan(2);
    });
  });

  it('say that there are none', async () => {
    open(0);
    expect(await screen.findByText('暂无通知公告')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '通知公告' })).toBeNull();
  });
});

it('HOME-10: the ratio has one decimal, and none without teachers', () => {
  expect([ratioText(23_846, 1378), ratioText(10, 0)]).toEqual(['17.3 : 1', '—']);
});
