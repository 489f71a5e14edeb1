import { Alert, Button, TextInput } from '@mantine/core';
import { IconClockHour4, IconPrinter } from '@tabler/icons-react';
import { scoreCard, scoreCardExport } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { WithheldScores } from '../../pickers/withheld-scores.tsx';
import { StudentPicker } from '../../pickers/student-picker.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { CardAttempts } from './card-attempts.card.tsx';
import { CardFigures } from './card-figures.tsx';
import { CardSides } from './card-sides.card.tsx';
import type { Card as ScoreCard } from './card-rows.model.ts';
import { PrintsDialog } from './prints.dialog.tsx';
import classes from './score-card.module.css';

const text = z.string().catch('').default('');
/** What the page shows: student, moment, and what is looked for among his attempts. */
const pageState = z.object({
  studentCode: text,
  asOf: text,
  shown: z.enum(['all', 'counting', 'failed']).catch('all').default('all'),
  semesterId: text,
  attribute: text,
  examNature: text,
  side: z.enum(['attribute', 'progress', 'extra']).catch('attribute').default('attribute'),
});

/** A student's scores whole: what counts and why, credits, GPA; now, or as they were at a moment (SCORE-MORE-48). */
export function ScoreCardPage() {
  const [state, setState] = usePageState(pageState);
  const { studentCode } = state;
  return (
    <CardPage
      title="学生成绩"
      student={studentCode}
      picker={(card) => (
        <>
          <label htmlFor="card-student">学生</label>
          <div className={classes['student']}>
            <StudentPicker
              id="card-student"
              value={pickedOf(card, studentCode)}
              onChange={(student) => {
                setState({
                  studentCode: student?.studentCode ?? '',
                  semesterId: '',
                  attribute: '',
                  examNature: '',
                  shown: 'all',
                });
              }}
            />
          </div>
        </>
      )}
    />
  );
}

/** The card of one student. `student`: by code, empty for none yet; undefined: the one who is signed in. */
export function CardPage({
  title,
  student,
  picker,
}: {
  title: string;
  student?: string;
  picker?: (card: ScoreCard | undefined) => ReactNode;
}) {
  const [state, setState] = usePageState(pageState);
  const { asOf } = state;
  const query = useOperation(
    scoreCard,
    { ...(student === undefined ? {} : { studentCode: student }), ...(asOf ? { asOf } : {}) },
    { enabled: student !== '', keepPrevious: false },
  );
  const mayPrint = useMay('scoreQuery:print');
  const [printing, setPrinting] = useState(false);
  const card = query.data;
  return (
    <Page title={title} fill={false}>
      <Card>
        <div className={classes['search']}>
          {picker?.(card)}
          <Moment
            key={asOf}
            asOf={asOf}
            onAsOf={(moment) => {
              setState({ asOf: moment });
            }}
          />
          <span className={classes['actions']}>
            <ExportButton
              operation={scoreCardExport}
              input={{ studentCode: card?.student.studentCode ?? '' }}
              disabled={!card || asOf !== ''}
            />
            {mayPrint && (
              <Button
                leftSection={<IconPrinter size={15} />}
                disabled={!card || asOf !== ''}
                onClick={() => {
                  setPrinting(true);
                }}
              >
                打印成绩单
              </Button>
            )}
          </span>
        </div>
      </Card>
      {student === '' ? (
        <Card grow>
          <EmptyState
            title="选择学生"
            reason="可以看到全部成绩、哪一次有效及其原因、学分与绩点，并打印带验证码的成绩单"
          />
        </Card>
      ) : (
        <QueryFaces query={query}>
          {(found) => (
            <>
              {found.asOf !== null && (
                <Alert color="blue" p={8} icon={<IconClockHour4 size={16} />}>
                  以下是 {found.asOf} 时的成绩，按现行规则计算；不含在修课程，不能导出和打印。
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    onClick={() => {
                      setState({ asOf: '' });
                    }}
                  >
                    回到现在
                  </Button>
                </Alert>
              )}
              <WithheldScores withheld={found.withheld} />
              <CardFigures card={found} />
              <div className={classes['columns']}>
                <CardAttempts card={found} filter={state} onFilter={setState} />
                <CardSides
                  card={found}
                  side={state.side}
                  onSide={(side) => {
                    setState({ side });
                  }}
                />
              </div>
              {printing && (
                <PrintsDialog
                  card={found}
                  onClose={() => {
                    setPrinting(false);
                  }}
                />
              )}
            </>
          )}
        </QueryFaces>
      )}
    </Page>
  );
}

/** The student as the picker shows one, once the card names him. */
function pickedOf(card: ScoreCard | undefined, studentCode: string) {
  if (card?.student.studentCode !== studentCode) return null;
  const { studentNumber, studentName, departmentName, gradeMajorName, administrativeClassName } = card.student;
  return { studentCode, studentNumber, studentName, departmentName, gradeMajorName, administrativeClassName };
}

/** The moment that is looked at: empty for now. */
function Moment({ asOf, onAsOf }: { asOf: string; onAsOf: (moment: string) => void }) {
  const [typed, setTyped] = useState(asOf);
  const moment = typed.trim();
  const wellFormed = moment === '' || /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(moment);
  const apply = (): void => {
    const whole = moment === '' ? '' : `${moment}${' 23:59:59'.slice(moment.length - 10)}`;
    if (wellFormed && whole !== asOf) onAsOf(whole);
  };
  return (
    <form
      className={classes['moment']}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label htmlFor="card-moment">查看时刻</label>
      <TextInput
        id="card-moment"
        w={190}
        value={typed}
        placeholder="现在"
        error={!wellFormed}
        title="YYYY-MM-DD HH:mm:ss，留空为现在"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onBlur={apply}
      />
      {!wellFormed && (
        <span role="alert" className={classes['wrong']}>
          格式：2026-01-31 12:00:00
        </span>
      )}
    </form>
  );
}
