import { Button, Progress } from '@mantine/core';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  publishScoreRulesOperation,
  scoreRulesEffect,
  type ScoreRulesEffect,
} from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { FactList } from '../../ui/page.tsx';
import classes from './score-setting.module.css';

/** How often a trial under way is asked for. */
const watchMs = 500;

/** Publishing a draft of the score rules, after a look at what that changes (SCORE-MORE-35). */
export function PublishRulesDialog({ draft, onClose }: { draft: WireRow; onClose: () => void }) {
  const key = textOf(draft['scoreRulesId']);
  const effect = useOperation(
    scoreRulesEffect,
    { key },
    {
      staleTime: 60_000,
      keepPrevious: false,
      refetchInterval: (answer) => (answer !== undefined && answer.change === null ? watchMs : false),
    },
  );
  const publish = useOperationMutation(publishScoreRulesOperation, {
    invalidates: ['scoreRules.', 'scoreCard.', 'home.'],
    success: '已发布，学生成绩和成绩单从现在起按新版本计算',
    onSuccess: onClose,
    // Whatever stood in the way, the figures may be others now.
    onError: (error) => {
      notify.failure(error, '发布失败');
      void effect.refetch();
    },
  });
  const { data } = effect;
  return (
    <Dialog
      opened
      width={620}
      title={`发布成绩规则 ${textOf(draft['ruleVersion'])}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            取消
          </Button>
          <Button
            disabled={!data?.change || effect.isFetching}
            loading={publish.isPending}
            onClick={() => {
              if (data) publish.mutate({ key, version: data.version });
            }}
          >
            发布
          </Button>
        </>
      }
    >
      <QueryFaces query={effect} compact rows={4}>
        {(found) =>
          found.change ? <Effect draft={draft} effect={found} change={found.change} /> : <Trial {...found} />
        }
      </QueryFaces>
    </Dialog>
  );
}

/** How far the trial is: it goes on at the server, and may be looked at again later. */
function Trial({ done, total }: ScoreRulesEffect) {
  return (
    <>
      <p className={classes['lead']} role="status">
        正在按新规则试算全部适用学生的成绩：已算 {done} 人，共 {total} 人。
      </p>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        size={8}
        animated
        aria-label={`试算进度：已算 ${String(done)} 人，共 ${String(total)} 人`}
      />
    </>
  );
}

function Effect({
  draft,
  effect: { replaced },
  change,
}: {
  draft: WireRow;
  effect: ScoreRulesEffect;
  change: NonNullable<ScoreRulesEffect['change']>;
}) {
  const { studentNum, scoreStudentNum, scoreNum, gpaStudentNum, gpaUpNum, gpaDownNum } = change;
  const people = (n: number) => `${String(n)} 人`;
  return (
    <>
      <FactList
        columns={1}
        items={[
          { label: '规则名称', value: textOf(draft['ruleName']) },
          {
            label: '适用范围',
            value:
              `${textOf(draft['gradesName']) || '全部年级'}，` + (textOf(draft['studentTypesName']) || '全部学生类别'),
          },
          {
            label: '将停用',
            value: replaced.map(({ ruleVersion, ruleName }) => `${ruleVersion} ${ruleName}`).join('；') || '无',
          },
          { label: '适用学生', value: `${people(studentNum)}（已有成绩，且没有更具体的规则）` },
          {
            label: '有效成绩改变',
            value: scoreNum === 0 ? '无' : `${people(scoreStudentNum)}，${String(scoreNum)} 门课程`,
          },
          {
            label: '平均绩点改变',
            value:
              gpaStudentNum === 0
                ? '无'
                : `${people(gpaStudentNum)}（升高 ${people(gpaUpNum)}，降低 ${people(gpaDownNum)}）`,
          },
        ]}
      />
      <p className={classes['note']}>
        发布后立即生效，该版本不能再修改。已发布的成绩和已打印的成绩单保持不变；此后查看和打印的成绩单按新版本计算。
      </p>
    </>
  );
}
