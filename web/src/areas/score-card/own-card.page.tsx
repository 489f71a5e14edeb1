import { CardPage } from './score-card.page.tsx';

/** A student's own scores whole, and the transcripts that he prints himself (SCORE-MORE-48). */
export function OwnCardPage() {
  return <CardPage title="我的成绩与成绩单" />;
}
