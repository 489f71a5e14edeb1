import { GuideShortList } from '../../pickers/guide-list.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Banner, Footer } from './cards/banner.tsx';
import { useEvaluationReminder } from './cards/evaluation-reminder.tsx';
import classes from './home.module.css';
import { OwnGradeExamsCard } from './cards/own-grade-exams.card.tsx';
import { OwnScoresCard } from './cards/own-scores.card.tsx';
import { OwnNoticesCard } from './cards/own-notices.card.tsx';

/** A student's own page, the only one: published scores and credits, grade exams, notices, guides (HOME-26). */
export function StudentHomePage() {
  useEvaluationReminder();
  return (
    <Page title="个人主页" fill={false}>
      <Banner />
      <div className={classes['personal']}>
        <div className={classes['stack']}>
          <OwnScoresCard />
          <OwnGradeExamsCard />
        </div>
        <div className={classes['stack']}>
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
