import { Button, Menu } from '@mantine/core';
import { IconFileExport, IconListDetails, IconPlus, IconSend, IconWand } from '@tabler/icons-react';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import {
  batchUpdatePlansOperation,
  exportPlanDetail,
  exportPlanDocument,
  queryPlanDetail,
  queryPlanLimit,
  type PlanCell,
  type PlanDetail,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planSum, tenthsOf } from '@jwxt/contracts/scheme/plan/plan-sums.ts';
import { isRequired } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useDownload } from '../../../lib/download.ts';
import { notify } from '../../../lib/notify.ts';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/faces.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { SubmitPlanDialog } from '../change/submit-plan.dialog.tsx';
import { AddCoursesDialog } from './add-courses.dialog.tsx';
import { GeneratePlansDialog } from './generate-plans.dialog.tsx';
import { PlanCourseDetailDialog } from './plan-course-detail.dialog.tsx';
import { PlanMatrix } from './plan-matrix.tsx';
import { linesOf, termsOf } from './plan-matrix.model.ts';
import classes from './plan.module.css';

const pageState = z.object({ gradeMajorId: z.string().catch('').default('') });

/** 年级专业执行计划: the plan of a grade-major as a matrix of modules and terms (SCHEME-13). */
export function GradeMajorPlanPage() {
  const [{ gradeMajorId }, setState] = usePageState(pageState);
  const query = useOperation(queryPlanDetail, { gradeMajorId }, { enabled: gradeMajorId !== '', keepPrevious: false });
  return (
    <Page title="年级专业执行计划">
      <Card flush>
        <div className={classes['choice']}>
          <label htmlFor="plan-grade-major">年级专业</label>
          <div style={{ width: 320 }}>
            <GradeMajorSearch
              id="plan-grade-major"
              value={gradeMajorId || null}
              placeholder="请输入名称或代码查找"
              clearable
              onChange={(code) => {
                setState({ gradeMajorId: code ?? '' });
              }}
            />
          </div>
          <Link
            to={resourcePath('trainingExecutionPlan')}
            search={gradeMajorId === '' ? {} : { gradeMajorId }}
            style={{
              marginLeft: 'auto',
              display: 'inline-flex',
              alignItems: 'center',
              gap: 6,
              minHeight: 32,
              whiteSpace: 'nowrap',
            }}
          >
            <IconListDetails size={16} />
            列表
          </Link>
        </div>
      </Card>
      {gradeMajorId === '' ? (
        <Card grow>
          <EmptyState reason="请选择年级专业，查看它各学期的课程" />
        </Card>
      ) : query.data ? (
        <Plan plan={query.data} />
      ) : (
        <Card grow>
          {query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
          ) : (
            <LoadingState />
          )}
        </Card>
      )}
    </Page>
  );
}

function Plan({ plan }: { plan: PlanDetail }) {
  const { gradeMajorId } = plan;
  const check = useMayCheck();
  const limits = useOperation(queryPlanLimit, { gradeMajorId });
  const [opened, setOpened] = useState<PlanCell | null>(null);
  const [dialog, setDialog] = useState<'generate' | 'add' | 'submit' | null>(null);
  const print = useDownload(exportPlanDocument);
  const detail = useDownload(exportPlanDetail);
  const move = useOperationMutation(batchUpdatePlansOperation, {
    invalidates: ['trainingExecutionPlan.'],
    onSuccess: ({ kept }) => {
      if (kept[0]) notify.warning(kept[0].message);
    },
  });
  const terms = useMemo(() => termsOf(plan), [plan]);
  const lines = useMemo(() => linesOf(plan.rows, limits.data?.list ?? []), [plan, limits.data]);
  const missing = lines.filter(({ limit }) => limit !== null && limit.missing !== '').length;
  const close = () => {
    setDialog(null);
  };
  return (
    <>
      <PlanFigures plan={plan} missing={missing} />
      <Card flush grow>
        <Toolbar
          right={
            check('trainingExecutionPlan:update') && (
              <span style={{ color: 'var(--jw-text-3)' }}>拖动课程，或选中后按 Alt 加 ← →，调整学期</span>
            )
          }
        >
          {check('trainingExecutionPlan:generate') && (
            <Button
              leftSection={<IconWand size={16} />}
              disabled={!plan.mayGenerate}
              title={plan.mayGenerate ? undefined : '还没有这个年级专业的培养方案'}
              onClick={() => {
                setDialog('generate');
              }}
            >
              按方案生成
            </Button>
          )}
          {check('trainingExecutionPlan:create') && (
            <Button
              variant="light"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                setDialog('add');
              }}
            >
              添加课程
            </Button>
          )}
          {check('gradeMajorApprovalInfo:submit') && plan.rows.length > 0 && (
            <Button
              variant="light"
              leftSection={<IconSend size={16} />}
              onClick={() => {
                setDialog('submit');
              }}
            >
              计划送审
            </Button>
          )}
          {check('trainingExecutionPlan:exportExcel') && (
            <Menu position="bottom-start" withinPortal>
              <Menu.Target>
                <Button
                  variant="default"
                  leftSection={<IconFileExport size={16} />}
                  loading={print.isPending || detail.isPending}
                >
                  导出
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconFileExport size={14} />}
                  onClick={() => {
                    print.start({ gradeMajorId });
                  }}
                >
                  执行计划（PDF）
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconFileExport size={14} />}
                  onClick={() => {
                    detail.start({ gradeMajorId });
                  }}
                >
                  课程与学时明细（Excel）
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Toolbar>
        {plan.rows.length === 0 ? (
          <EmptyState reason="还没有课程。方案审批通过后可以按方案生成，也可以从课程库添加" />
        ) : (
          <PlanMatrix
            terms={terms}
            lines={lines}
            onOpen={setOpened}
            {...(check('trainingExecutionPlan:update')
              ? {
                  onMove: (row: PlanCell, term: number) => {
                    if (!move.isPending) move.mutate({ keys: [row.executionPlanId], term });
                  },
                }
              : {})}
          />
        )}
      </Card>
      {opened && (
        <PlanCourseDetailDialog
          row={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {dialog === 'generate' && (
        <GeneratePlansDialog first={{ code: gradeMajorId, name: plan.gradeMajorName }} onClose={close} />
      )}
      {dialog === 'submit' && <SubmitPlanDialog gradeMajorId={gradeMajorId} onClose={close} />}
      {dialog === 'add' && <AddCoursesDialog plan={plan} onClose={close} />}
    </>
  );
}

function PlanFigures({ plan, missing }: { plan: PlanDetail; missing: number }) {
  const all = planSum(plan.rows);
  const must = planSum(plan.rows.filter(isRequired));
  const short = plan.totalCredit !== '' && all.credit < tenthsOf(plan.totalCredit);
  const of = (credit: number, asked: string) => `${hoursText(credit)}${asked === '' ? '' : ` / ${asked}`}`;
  return (
    <Headline>
      <Figure
        lead
        value={of(all.credit, plan.totalCredit)}
        label="计划学分 / 要求"
        {...(short ? { tone: 'red' as const } : {})}
      />
      <Figure value={of(must.credit, plan.requiredCredit)} label="必修学分 / 要求" />
      <Figure value={of(all.credit - must.credit, plan.electiveCredit)} label="选修学分 / 要求" />
      <Figure value={all.courses} label="课程门数" />
      <Figure value={hoursText(all.hours)} label="总学时" />
      <Figure
        value={missing}
        label="学分不足的分类"
        {...(missing > 0 ? { tone: 'red' as const } : { tone: 'green' as const })}
      />
    </Headline>
  );
}
