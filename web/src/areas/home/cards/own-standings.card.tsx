import {
  checkStatus,
  checkStatusNames,
  confirmGpaCheckOperation,
  ownGpaChecks,
  type OwnGpaCheck,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import { ownGraduationScores } from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { FrozenCourses } from '../../../pickers/frozen-courses.tsx';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, FactList } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import classes from '../home.module.css';
import { FailedCard, failedFirst } from './failed.card.tsx';

const tones = {
  [checkStatus.unchecked]: 'orange',
  [checkStatus.checked]: 'green',
  [checkStatus.objected]: 'blue',
} as const;

/**
 * 绩点核查 and 毕业成绩 of the student: figures that were frozen, what went into them, and whether he agrees
 * (SCORE-MORE-21, 25). Who is on no list sees nothing of it.
 */
export function OwnStandingsCard() {
  const checks = useOperation(ownGpaChecks, {}, { enabled: useMay('gpaCheckList:own') });
  const graduation = useOperation(ownGraduationScores, {}, { enabled: useMay('graduationScore:own') });
  const [opened, setOpened] = useState<OwnGpaCheck | null>(null);
  const { list = [], withheld = [] } = checks.data ?? {};
  const snapshots = graduation.data?.list ?? [];
  return (
    <>
      {failedFirst(checks) && <FailedCard title="绩点核查" query={checks} />}
      {list.length + withheld.length > 0 && (
        <Card flush title="绩点核查" note="请核对学校冻结的绩点和学分">
          <ul className={classes['rows']} aria-label="绩点核查">
            {list.map((check) => (
              <li key={check.gpaCheckId}>
                <div className={classes['rowText']}>
                  <span>
                    {check.semesterName} · 绩点 {check.gpa} · 加权平均 {check.weightedAverage}
                  </span>
                  <div className={classes['dim']}>
                    已获 {check.creditEarned} 学分，未通过 {check.creditFailed} 学分
                    {check.before && check.before.gpa !== check.gpa && `；上一版绩点 ${check.before.gpa}`}
                  </div>
                </div>
                <StatusTag tone={tones[check.checkStatus]}>{checkStatusNames[check.checkStatus]}</StatusTag>
                <Button
                  variant="light"
                  size="compact-sm"
                  onClick={() => {
                    setOpened(check);
                  }}
                >
                  核对
                </Button>
              </li>
            ))}
            {withheld.map((semester) => (
              <li key={semester}>
                <div className={classes['rowText']}>
                  <span>{semester}</span>
                  <div className={classes['dim']}>其中有尚未开放查询的成绩，开放后才能核对</div>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {failedFirst(graduation) && <FailedCard title="毕业成绩" query={graduation} />}
      {snapshots.length > 0 && (
        <Card flush title="毕业成绩">
          <ul className={classes['rows']} aria-label="毕业成绩">
            {snapshots.map(({ row }) => (
              <li key={row.graduationScoreId}>
                <div className={classes['rowText']}>
                  <span>
                    {row.graduationBatch} · 已获 {row.earnedCredit} / 应修 {row.requiredCredit} 学分 · 绩点 {row.gpa}
                  </span>
                  <div className={classes['dim']}>
                    未通过 {row.failedCourseNum} 门，{row.snapshotTime} 生成
                  </div>
                </div>
                <StatusTag tone={row.lockStatus === yesNo.yes ? 'green' : 'grey'}>
                  {row.lockStatus === yesNo.yes ? '已锁定' : '已生成'}
                </StatusTag>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {opened && (
        <CheckDialog
          check={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

function CheckDialog({ check, onClose }: { check: OwnGpaCheck; onClose: () => void }) {
  const [objection, setObjection] = useState(check.objection);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const mayAnswer = useMay('gpaCheckList:confirm');
  const answer = useOperationMutation(confirmGpaCheckOperation, {
    invalidates: ['gpaCheckList.'],
    success: '已提交',
    onSuccess: onClose,
    onError: (error) => {
      setProblem(fieldErrorsOf(error)['objection'] ?? error.message);
    },
  });
  const { gpaCheckId, before } = check;
  return (
    <Dialog
      opened
      width={900}
      title={`核对绩点：${check.semesterName}`}
      onClose={onClose}
      input={objection}
      footer={
        mayAnswer && (
          <>
            <CancelButton />
            <Button
              variant="default"
              loading={answer.isPending}
              onClick={() => {
                answer.mutate({ gpaCheckId, checkStatus: checkStatus.objected, objection: objection.trim() });
              }}
            >
              提出异议
            </Button>
            <Button
              loading={answer.isPending}
              onClick={() => {
                answer.mutate({ gpaCheckId, checkStatus: checkStatus.checked, objection: '' });
              }}
            >
              确认无误
            </Button>
          </>
        )
      }
    >
      <Stack gap={12}>
        <FactList
          items={[
            { label: '绩点', value: before ? `${check.gpa}（上一版 ${before.gpa}）` : check.gpa },
            { label: '加权平均分', value: check.weightedAverage },
            { label: '已获学分', value: check.creditEarned },
            { label: '未通过学分', value: check.creditFailed },
            { label: '规则版本', value: check.ruleVersion },
            { label: '生成时间', value: check.generatedAt },
          ]}
        />
        <FrozenCourses courses={check.courses} />
        {mayAnswer && (
          <Field label="异议" htmlFor="objection" error={problem}>
            <CountedTextarea
              id="objection"
              rows={2}
              placeholder="有异议时请说明哪门课程、哪里不对"
              value={objection}
              onChange={setObjection}
            />
          </Field>
        )}
      </Stack>
    </Dialog>
  );
}
