import { useFirstAnswers } from '../../lib/first-answers.ts';
import { GuideShortList } from '../../pickers/guide-list.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Banner, Footer } from './cards/banner.tsx';
import { useEvaluationReminder } from './cards/evaluation-reminder.tsx';
import classes from './home.module.css';
import { OwnApplicationsCard } from './cards/own-applications.card.tsx';
import { OwnConductCard } from './cards/own-conduct.card.tsx';
import { OwnDeferralsCard } from './cards/own-deferrals.card.tsx';
import { OwnGradeExamsCard } from './cards/own-grade-exams.card.tsx';
import { OwnStandingsCard } from './cards/own-standings.card.tsx';
import { OwnInfoCheckCard } from './cards/own-info-check.card.tsx';
import { OwnRegistrationCard } from './cards/own-registration.card.tsx';
import { OwnWarningsCard } from './cards/own-warnings.card.tsx';
import { OwnRebuildsCard } from './cards/own-rebuilds.card.tsx';
import { OwnScoresCard } from './cards/own-scores.card.tsx';
import { OwnShuntsCard } from './cards/own-shunts.card.tsx';
import { OwnSpecialItemsCard } from './cards/own-special-items.card.tsx';
import { OwnStudyProgressCard } from './cards/own-study-progress.card.tsx';
import { OwnNoticesCard } from './cards/own-notices.card.tsx';

/**
 * A student's own page, the only one a student has: scores and credits, grade exams, applications, notices, guides
 * (HOME-26).
 */
export function StudentHomePage() {
  useEvaluationReminder();
  const answered = useFirstAnswers();
  return (
    <Page title="个人主页" fill={false}>
      <Banner />
      <div className={classes['personal']} data-waiting={!answered || undefined}>
        <div className={classes['stack']}>
          <OwnWarningsCard />
          <OwnScoresCard />
          <OwnStudyProgressCard />
          <OwnStandingsCard />
          <OwnGradeExamsCard />
        </div>
        <div className={classes['stack']}>
          <OwnInfoCheckCard />
          <OwnRegistrationCard />
          <OwnShuntsCard />
          <OwnSpecialItemsCard />
          <OwnDeferralsCard />
          <OwnRebuildsCard />
          <OwnConductCard />
          <OwnApplicationsCard />
          <OwnNoticesCard />
          <Card flush title="操作指南">
            <GuideShortList />
          </Card>
        </div>
      </div>
      <Footer />
    </Page>
  );
}
