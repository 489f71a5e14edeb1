import { useMay } from '../../lib/session.ts';
import { NoticeShortList } from '../../pickers/notice-list.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Banner, Footer } from './banner.tsx';
import { ClassesCard } from './classes.card.tsx';
import { CommonFunctionsCard } from './common-functions.card.tsx';
import { useEvaluationReminder } from './evaluation-reminder.tsx';
import classes from './home.module.css';
import { MyApplicationsCard } from './my-applications.card.tsx';

/** A teacher's own page: classes to enter with their windows, own applications, notices (HOME-26). */
export function TeacherHomePage() {
  useEvaluationReminder();
  const teaches = useMay('scoreEntry:save');
  const applies = useMay('systemApprove:query');
  return (
    <Page title="个人主页" fill={false}>
      <Banner />
      <div className={classes['personal']}>
        <div className={classes['stack']}>
          {teaches && <ClassesCard />}
          {applies && <MyApplicationsCard />}
        </div>
        <div className={classes['stack']}>
          <CommonFunctionsCard />
          <Card flush title="通知公告">
            <NoticeShortList />
          </Card>
        </div>
      </div>
      <Footer />
    </Page>
  );
}
