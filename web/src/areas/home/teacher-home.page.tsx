import { useMay } from '../../lib/session.ts';
import { Banner, Footer } from './cards/banner.tsx';
import { ClassesCard } from './cards/classes.card.tsx';
import { CommonFunctionsCard } from './cards/common-functions.card.tsx';
import { useEvaluationReminder } from './cards/evaluation-reminder.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './home.module.css';
import { MyApplicationsCard } from './cards/my-applications.card.tsx';
import { OwnTeacherPlansCard } from './cards/own-teacher-plans.card.tsx';
import { OwnNoticesCard } from './cards/own-notices.card.tsx';

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
          <OwnTeacherPlansCard />
          {teaches && <ClassesCard />}
          {applies && <MyApplicationsCard />}
        </div>
        <div className={classes['stack']}>
          <CommonFunctionsCard />
          <OwnNoticesCard />
        </div>
      </div>
      <Footer />
    </Page>
  );
}
