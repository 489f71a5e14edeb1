import { Alert, Button, Checkbox, Pill, Stack } from '@mantine/core';
import {
  planGradeMajors,
  generatePlansOperation,
  planDifferences,
  type PlanDifferences,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { planChangeNames, type PlanChangeKind } from '@jwxt/contracts/scheme/plan/plan-difference.ts';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/faces.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { call } from '../../../lib/api.ts';
import classes from './plan.module.css';

interface Named {
  readonly code: string;
  readonly name: string;
}
type PlanOf = PlanDifferences['list'][number];
type Change = PlanOf['changes'][number];

const tones: Record<PlanChangeKind, Tone> = {
  new: 'green',
  changed: 'blue',
  gone: 'red',
  hand: 'orange',
  fixed: 'grey',
  same: 'grey',
};
const MOST = 200;

/**
 * Generates plans from schemes in use (SCHEME-13): first what would change is shown, course by course; what a hand has
 * changed is only overwritten where somebody says so.
 */
export function GeneratePlansDialog({ first, onClose }: { first: Named | null; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly Named[]>(first ? [first] : []);
  const [overwritten, setOverwritten] = useState<ReadonlySet<string>>(new Set());
  const gradeMajorIds = chosen.map(({ code }) => code);
  const query = useOperation(
    planDifferences,
    { gradeMajorIds },
    { enabled: chosen.length > 0, staleTime: 0, keepPrevious: false },
  );
  const plans = query.data?.list ?? [];
  const generate = useOperationMutation(generatePlansOperation, {
    invalidates: ['trainingExecutionPlan.', 'coursePlan.'],
    onSuccess: ({ created, updated, deleted }) => {
      notify.success(`新增 ${String(created)} 门，修改 ${String(updated)} 门，删除 ${String(deleted)} 门`);
      onClose();
    },
    onError: (error) => {
      notify.failure(error, '生成失败');
      if (error.code === 'PLAN_DIFFERENCES_CHANGED') void query.refetch();
    },
  });
  const writes = plans
    .flatMap(({ changes }) => changes)
    .filter(
      ({ kind, executionPlanId }) =>
        ['new', 'changed', 'gone'].includes(kind) || (kind === 'hand' && overwritten.has(executionPlanId)),
    ).length;
  return (
    <Dialog
      opened
      width={980}
      height="min(620px, calc(100vh - 220px))"
      title="按方案生成执行计划"
      onClose={onClose}
      footerNote={
        plans.length === 0 ? undefined : writes === 0 ? '没有需要生成的变化' : `将写入 ${String(writes)} 门课程`
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            取消
          </Button>
          <Button
            loading={generate.isPending}
            disabled={query.data === undefined || plans.every(({ problem }) => problem !== '')}
            onClick={() => {
              generate.mutate({
                gradeMajorIds,
                overwritten: [...overwritten],
                digest: query.data?.digest ?? '',
              });
            }}
          >
            生成
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Field label="年级专业" htmlFor="generate-grade-major">
          <Pill.Group mb={chosen.length > 0 ? 6 : 0}>
            {chosen.map(({ code, name }) => (
              <Pill
                key={code}
                withRemoveButton
                onRemove={() => {
                  setChosen(chosen.filter((one) => one.code !== code));
                }}
              >
                {name}
              </Pill>
            ))}
          </Pill.Group>
          <GradeMajorSearch
            key={chosen.length}
            id="generate-grade-major"
            value={null}
            placeholder="再加一个年级专业"
            clearable={false}
            disabled={chosen.length >= MOST}
            onChange={(code) => {
              if (code === null || gradeMajorIds.includes(code)) return;
              void call(planGradeMajors, { code }).then(({ list }) => {
                const found = list.find((one) => one.code === code);
                if (found) setChosen((before) => [...before, { code, name: found.name }]);
              });
            }}
          />
        </Field>
        {chosen.length === 0 ? (
          <EmptyState reason="请选择年级专业" />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : query.data === undefined ? (
          <LoadingState label="正在比较方案与执行计划…" />
        ) : (
          plans.map((plan) => (
            <PlanChanges key={plan.gradeMajorId} plan={plan} overwritten={overwritten} onChange={setOverwritten} />
          ))
        )}
      </Stack>
    </Dialog>
  );
}

function PlanChanges({
  plan: { gradeMajorName, schemaName, problem, same, changes },
  overwritten,
  onChange,
}: {
  plan: PlanOf;
  overwritten: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
}) {
  const numbers = [...Map.groupBy(changes, ({ kind }) => kind)].map(
    ([kind, some]) => `${planChangeNames[kind]} ${String(some.length)}`,
  );
  return (
    <section className={classes['plan']}>
      <header className={classes['planHead']}>
        <b>{gradeMajorName}</b>
        <span style={{ color: 'var(--jw-text-2)' }}>{schemaName}</span>
        <span>{problem !== '' ? '' : [...numbers, `一致 ${String(same)}`].join('　')}</span>
      </header>
      {problem !== '' ? (
        <Alert color="orange" radius={0}>
          {problem}，不能生成。
        </Alert>
      ) : changes.length === 0 ? (
        <p style={{ margin: 0, padding: '10px 12px', color: 'var(--jw-text-2)' }}>与方案一致，没有变化。</p>
      ) : (
        <table className={classes['differences']}>
          <thead>
            <tr>
              <th style={{ width: 96 }}>变化</th>
              <th style={{ width: 250 }}>课程</th>
              <th style={{ width: 64 }}>学期</th>
              <th style={{ width: 56 }}>学分</th>
              <th>内容</th>
              <th style={{ width: 76 }}>覆盖</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <ChangeRow
                key={change.executionPlanId}
                change={change}
                checked={overwritten.has(change.executionPlanId)}
                onCheck={(is) => {
                  const next = new Set(overwritten);
                  if (is) next.add(change.executionPlanId);
                  else next.delete(change.executionPlanId);
                  onChange(next);
                }}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ChangeRow({ change, checked, onCheck }: { change: Change; checked: boolean; onCheck: (is: boolean) => void }) {
  const { kind, courseBusinessCode, courseName, term, credit, reason, fields } = change;
  return (
    <tr data-kind={kind}>
      <td>
        <StatusTag tone={tones[kind]} icon={null}>
          {planChangeNames[kind]}
        </StatusTag>
      </td>
      <td>
        {courseName}
        <br />
        <small style={{ color: 'var(--jw-text-3)' }}>{courseBusinessCode}</small>
      </td>
      <td>{term}</td>
      <td>{credit}</td>
      <td>
        {reason !== '' && <div style={{ color: 'var(--jw-text-2)' }}>{reason}</div>}
        {kind === 'gone' && '方案中已没有这门课程'}
        {kind === 'hand' && fields.length === 0 && '方案中没有这门课程，覆盖即删除'}
        {fields.map(({ label, before, after }) => (
          <div key={label}>
            {label}：<span className={classes['before']}>{before}</span> → {after}
          </div>
        ))}
      </td>
      <td>
        {kind === 'hand' && (
          <Checkbox
            aria-label={`以方案覆盖${courseName}`}
            checked={checked}
            onChange={(event) => {
              onCheck(event.currentTarget.checked);
            }}
          />
        )}
      </td>
    </tr>
  );
}
