import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import { auditScore, auditScoreExport } from '@jwxt/contracts/audit/audit.operations.ts';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { StatusText } from '../../ui/status-tag.tsx';
import { indexAt, type ScoreStep } from './replay.model.ts';
import { CoursePicker, StudentPicker } from './score-picker.tsx';
import { ScoreTimeline } from './score-timeline.tsx';
import { StepBasis } from './step-basis.tsx';
import { StepList } from './step-list.tsx';
import { StepScore } from './step-score.tsx';
import classes from './audit.module.css';

const pageState = z.object({
  studentCode: z.string().catch('').default(''),
  courseCode: z.string().catch('').default(''),
  /** Position of the chosen step, or else a typed moment; neither: the last step. */
  step: z.string().catch('').default(''),
  at: z.string().catch('').default(''),
});
const playMs = 1200;

/** Replays a score: every value it ever had, who, when, why, by which application and decision. */
export function ScoreReplayPage() {
  const [{ studentCode, courseCode, step: position, at }, setState] = usePageState(pageState);
  const chosen = studentCode !== '' && courseCode !== '';
  const query = useOperation(auditScore, { studentCode, courseCode }, { enabled: chosen, keepPrevious: false });
  return (
    <Page title="成绩回放">
      <Card>
        <div className={classes['search']}>
          <StudentPicker
            value={studentCode}
            onChange={(value) => {
              setState({ studentCode: value, courseCode: '', step: '', at: '' });
            }}
          />
          <CoursePicker
            studentCode={studentCode}
            value={courseCode}
            onChange={(value) => {
              setState({ courseCode: value, step: '', at: '' });
            }}
          />
          <Button
            disabled={!chosen}
            loading={query.isFetching}
            onClick={() => {
              void query.refetch();
            }}
          >
            回放
          </Button>
          <span className={classes['totals']}>
            {query.data && (
              <span>
                共 <b>{query.data.steps.length}</b>
                {` 步 · ${String(query.data.changeCount)} 次改值 · ${String(query.data.applicationCount)} 次申请`}
              </span>
            )}
            {query.data?.matchesReadModel === true && <StatusText tone="green">与当前显示一致</StatusText>}
            {query.data?.matchesReadModel === false && (
              <StatusText tone="red">与当前显示不一致，请联系管理员重建读模型</StatusText>
            )}
            <ExportButton operation={auditScoreExport} input={{ studentCode, courseCode }} disabled={!query.data} />
          </span>
        </div>
      </Card>
      {!chosen ? (
        <Card grow>
          <EmptyState title="选择学生和课程" reason="可以看到这个成绩的每一次变化、操作人、原因、申请与审批" />
        </Card>
      ) : (
        <QueryFaces query={query}>
          {(replay) => {
            const chosenStep = replay.steps.findIndex((entry) => entry.position === position);
            const index =
              chosenStep >= 0 ? chosenStep : at === '' ? replay.steps.length - 1 : indexAt(replay.steps, at);
            const goTo = (next: number): void => {
              setState({ step: replay.steps[next]?.position ?? '', at: '' });
            };
            const step = replay.steps[index];
            return (
              <>
                <Card>
                  <div className={classes['subject']}>
                    <strong>
                      {replay.student.studentName} · {replay.course.courseName}
                    </strong>
                    <span>
                      {replay.student.studentNumber} · {replay.student.administrativeClassName} ·{' '}
                      {replay.course.courseNum} · {replay.course.courseCredit} 学分
                    </span>
                    <Moment
                      at={chosenStep < 0 && at !== '' ? at : (step?.atText ?? '')}
                      steps={replay.steps}
                      index={index}
                      onAt={(text) => {
                        setState({ step: '', at: text });
                      }}
                      onIndex={goTo}
                    />
                  </div>
                  <ScoreTimeline steps={replay.steps} passMark={replay.passMark} index={index} onIndex={goTo} />
                </Card>
                <div className={classes['columns']}>
                  <StepList steps={replay.steps} index={index} onIndex={goTo} />
                  {step ? (
                    <StepScore step={step} studentCode={replay.student.studentCode} />
                  ) : (
                    <Card grow>
                      <EmptyState title="此时还没有成绩" reason="所选时刻早于第一次录入" />
                    </Card>
                  )}
                  <StepBasis steps={replay.steps} index={index} />
                </div>
              </>
            );
          }}
        </QueryFaces>
      )}
    </Page>
  );
}

type MomentProps = {
  at: string;
  steps: readonly ScoreStep[];
  index: number;
  onAt: (text: string) => void;
  onIndex: (index: number) => void;
};

/** The moment that is looked at: typed, or moved step by step, or played. */
function Moment({ at, steps, index, onAt, onIndex }: MomentProps) {
  const [draft, setDraft] = useState<{ of: string; text: string } | null>(null);
  const typed = draft?.of === at ? draft.text : at;
  const [playing, setPlaying] = useState(false);
  const atEnd = index >= steps.length - 1;
  const wellFormed = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(typed.trim());
  useEffect(() => {
    if (!playing || atEnd) return;
    const timer = setTimeout(() => {
      onIndex(index + 1);
    }, playMs);
    return () => {
      clearTimeout(timer);
    };
  }, [playing, atEnd, index, onIndex]);
  const apply = (): void => {
    if (wellFormed && typed.trim() !== at) onAt(`${typed.trim()}${' 23:59:59'.slice(typed.trim().length - 10)}`);
  };
  return (
    <form
      className={classes['moment']}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      查看时刻
      <TextInput
        aria-label="查看时刻"
        w={190}
        value={typed}
        error={!wellFormed && typed !== ''}
        onChange={(event) => {
          setDraft({ of: at, text: event.currentTarget.value });
        }}
        onBlur={apply}
        placeholder="YYYY-MM-DD HH:mm:ss"
      />
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={34}
          aria-label="上一步"
          disabled={index <= 0}
          onClick={() => {
            onIndex(index - 1);
          }}
        >
          <IconPlayerSkipBack size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={playing ? '暂停' : '播放'}
          onClick={() => {
            if (!playing && atEnd) onIndex(0);
            setPlaying(!playing);
          }}
        >
          {playing && !atEnd ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={34}
          aria-label="下一步"
          disabled={atEnd}
          onClick={() => {
            onIndex(index + 1);
          }}
        >
          <IconPlayerSkipForward size={16} />
        </ActionIcon>
      </ActionIcon.Group>
    </form>
  );
}
