import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { usePageState } from '../../lib/page-state.ts';
import { useMay } from '../../lib/session.ts';
import { GuideShortList } from '../../pickers/guide-list.tsx';
import { NoticeShortList } from '../../pickers/notice-list.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Banner, Footer } from './cards/banner.tsx';
import { CommonFunctionsCard } from './cards/common-functions.card.tsx';
import { EntryProgressCard } from './cards/entry-progress.card.tsx';
import { useEvaluationReminder } from './cards/evaluation-reminder.tsx';
import { type DetailKey, homeDetail } from './home-detail.model.ts';
import classes from './home.module.css';
import { MyApplicationsCard } from './cards/my-applications.card.tsx';
import { ClassCountCard, RatioCard } from './cards/school-charts.tsx';
import { lastMissing, SetupLine } from './cards/setup-line.tsx';
import { ServicesCard } from './cards/services.card.tsx';
import { TodoCard, TodoLine } from './cards/todo.card.tsx';

/** Only for who teaches: the others do not load what score entry says of itself. */
const ClassesCard = lazyPart(async () => (await import('./cards/classes.card.tsx')).ClassesCard, {
  waiting: <Card flush title="成绩录入" />,
});
/** Only for who takes the school into use. */
const SchoolSetupStrip = lazyPart(async () => (await import('./cards/school-setup-strip.tsx')).SchoolSetupStrip, {
  waiting: <SetupBefore />,
});

function SetupBefore() {
  return <SetupLine text={lastMissing()} />;
}

/** Only for administrators. */
const ReadModelsCard = lazyPart(async () => (await import('./cards/read-models.card.tsx')).ReadModelsCard, {
  waiting: <Card flush title="读模型" />,
});
const HomeDetail = lazyPart(async () => (await import('./home-detail.tsx')).HomeDetail);
const AllFunctions = lazyPart(async () => (await import('./all-functions.tsx')).AllFunctions);

const detailKey = z.enum(homeDetail);
const homeState = z.object({
  /** What 更多 was pressed on; empty: the main view. */
  detail: z
    .union([detailKey, z.literal('')])
    .catch('')
    .default(''),
  /** The tab of the detail view; empty: the one it was opened with. */
  tab: z
    .union([detailKey, z.literal('')])
    .catch('')
    .default(''),
  /** 全屏 in one of its layouts. */
  all: z.enum(['', 'list', 'flow']).catch('').default(''),
});

/** The start page of staff: main view, detail view behind 更多, and all functions over the whole window. */
export function HomePage() {
  useEvaluationReminder();
  const [{ detail, tab, all }, setState] = usePageState(homeState);
  const open = (key: DetailKey) => {
    setState({ detail: key, tab: '' }, { push: true });
  };
  const approver = useMay('system:approve');
  const preparer = useMay('schoolSetup:query');
  return (
    <Page title="首页" fill={false}>
      <Banner>{approver ? <TodoLine /> : undefined}</Banner>
      {preparer && <SchoolSetupStrip />}
      {detail === '' ? (
        <MainView
          onMore={open}
          onFullScreen={() => {
            setState({ all: 'list' }, { push: true });
          }}
        />
      ) : (
        <HomeDetail
          opened={detail}
          tab={tab === '' ? detail : tab}
          onTab={(next) => {
            setState({ tab: next });
          }}
          onBack={() => {
            setState({ detail: '', tab: '' }, { push: true });
          }}
        />
      )}
      <Footer />
      {all !== '' && (
        <AllFunctions
          layout={all}
          onLayout={(layout) => {
            setState({ all: layout });
          }}
          onClose={() => {
            setState({ all: '' });
          }}
        />
      )}
    </Page>
  );
}

function MainView({ onMore, onFullScreen }: { onMore: (key: DetailKey) => void; onFullScreen: () => void }) {
  const more = (key: DetailKey, what: string) => (
    <Button
      variant="subtle"
      size="xs"
      aria-label={`更多${what}`}
      onClick={() => {
        onMore(key);
      }}
    >
      更多
    </Button>
  );
  const [mayApprovals, teaches, figures] = [
    useMay('systemApprove:query'),
    useMay('scoreEntry:save'),
    useMay('indexQuery:show'),
  ];
  const approver = useMay('system:approve');
  // What people of some roles look at besides: below the main view.
  const besides: [boolean, ReactNode][] = [
    [mayApprovals && !approver, <MyApplicationsCard key="applications" />],
    [useMay('readModel:query'), <ReadModelsCard key="models" />],
    [useMay('scoreStatistics:query'), <EntryProgressCard key="progress" />],
  ];
  const below = besides.filter(([shown]) => shown).map(([, card]) => card);
  return (
    <>
      <div className={classes['main']}>
        <div className={classes['left']}>
          <CommonFunctionsCard />
          <div className={classes['short']}>
            <Card flush title="通知公告" actions={more(homeDetail.notices, '通知公告')}>
              <NoticeShortList />
            </Card>
          </div>
          <div className={classes['short']} data-four>
            <Card flush title="操作指南" actions={more(homeDetail.guides, '操作指南')}>
              <GuideShortList />
            </Card>
          </div>
        </div>
        <div className={classes['right']}>
          <ServicesCard onFullScreen={onFullScreen} />
          <div className={classes['bottom']}>
            {mayApprovals && <TodoCard more={more(homeDetail.todos, '待办消息')} />}
            {teaches && <ClassesCard />}
            {figures && <RatioCard />}
            {figures && <ClassCountCard />}
          </div>
        </div>
      </div>
      {below.length > 0 && <div className={classes['below']}>{below}</div>}
    </>
  );
}
