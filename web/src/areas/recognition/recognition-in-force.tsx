import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import {
  REVOKE,
  SETTLE,
  type RecognitionKind,
  type Settlement,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';

export type RecognitionDetail = OutputOf<(typeof recognitionOperationsOf)['system']['detail']>;

/** What has changed of what it rests on, to be settled; and what the office did last about it. */
export function InForceNotes({ detail }: { detail: RecognitionDetail }) {
  const { sourceChange, settlement, effected } = detail;
  return (
    <>
      {sourceChange !== '' && <SettleActions detail={detail} />}
      {settlement !== null && (
        <Alert color={effected ? 'blue' : 'red'} icon={<IconMessage size={16} />} mb={12} p={8} role="status">
          {`${settlement.settleTime} ${settlement.personName}：${settlement.text}，原因：${settlement.reason}`}
        </Alert>
      )}
    </>
  );
}

/** 撤销认定: takes a recognition in force back. */
export function RevokeAction({ kind, detail }: { kind: RecognitionKind; detail: RecognitionDetail }) {
  const mayRevoke = useMay(REVOKE);
  const [asking, setAsking] = useState(false);
  if (!mayRevoke || !detail.effected) return null;
  return (
    <>
      <Button
        size="xs"
        variant="light"
        color="red"
        onClick={() => {
          setAsking(true);
        }}
      >
        撤销认定
      </Button>
      <ReasonDialog
        opened={asking}
        title="撤销认定"
        warning={
          `${detail.studentName}的认定成绩（${detail.courseCredit} 学分）将作废，课程须重新认定或修读；` +
          '认定学分和原成绩退还，学生和申请人会收到通知。'
        }
        label="撤销原因"
        confirmText="撤销认定"
        operation={recognitionOperationsOf[kind].revoke}
        input={(reason) => ({ applyId: detail.scoreCognizanceApplyId, reason })}
        invalidates={['recognition.']}
        success="已撤销认定"
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

const settling = {
  kept: {
    title: '保留认定',
    label: '保留原因',
    confirmText: '保留',
    success: '已保留认定成绩',
    warning: '认定成绩保持不变，本次原成绩变更不再提示。',
  },
  adjusted: {
    title: '按规则调整认定成绩',
    label: '调整原因',
    confirmText: '调整',
    success: '认定成绩已调整',
    warning: '认定成绩按原成绩的学分加权平均重新计算；原成绩已撤销或不及格的不能调整。学生和申请人会收到通知。',
  },
} as const satisfies Record<Settlement, object>;

/** What has changed of what it rests on, and what the office does about it beside revoking it. */
function SettleActions({ detail }: { detail: RecognitionDetail }) {
  const maySettle = useMay(SETTLE);
  const [asked, setAsked] = useState<Settlement | null>(null);
  const ask = (outcome: Settlement) => () => {
    setAsked(outcome);
  };
  const close = () => {
    setAsked(null);
  };
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="status">
      <Group justify="space-between" gap={12}>
        <span>认定所依据的原成绩已变更，待处理：{detail.sourceChange}</span>
        {maySettle && (
          <Group gap={8}>
            <Button size="xs" variant="default" onClick={ask('kept')}>
              保留
            </Button>
            <Button size="xs" onClick={ask('adjusted')}>
              按规则调整
            </Button>
          </Group>
        )}
      </Group>
      {asked !== null && (
        <ReasonDialog
          opened
          {...settling[asked]}
          operation={recognitionOperationsOf.system.settle}
          input={(reason) => ({ applyId: detail.scoreCognizanceApplyId, outcome: asked, reason })}
          invalidates={['recognition.']}
          onClose={close}
        />
      )}
    </Alert>
  );
}
