import { NoticeShortList } from '../../pickers/notice-list.tsx';
import { GuideShortList } from '../../pickers/guide-list.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Banner, Footer } from './banner.tsx';
import { useEvaluationReminder } from './evaluation-reminder.tsx';
import classes from './home.module.css';
import { OwnScoresCard } from './own-scores.card.tsx';

/** A student's own page, the only one a student has: published scores and credits, notices, guides (HOME-26). */
export function StudentHomePage() {
  useEvaluationReminder();
  return (
    <Page title="个人主页" fill={false}>
      <Banner />
      <div className={classes['personal']}>
        <div className={classes['stack']}>
          <OwnScoresCard />
        </div>
        <div className={classes['stack']}>
          <Card flush title="通知公告">
            <NoticeShortList count={8} />
          </Card>
          <Card flush title="操作指南">
            <GuideShortList />
          </Card>
        </div>
      </div>
      <Footer />
    </Page>
  );
}
