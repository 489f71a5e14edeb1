import { Button } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { nodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { useMay } from '../../lib/session.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { Card } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { RawEventDialog } from './raw-event-dialog.tsx';
import { decisionsUpTo, toneOf, type ScoreStep } from './replay.model.ts';
import classes from './audit.module.css';

/** Why a step happened: who, by which application, on whose decisions, and the event itself. */
export function StepBasis({ steps, index }: { steps: readonly ScoreStep[]; index: number }) {
  const [raw, setRaw] = useState(false);
  const mayOpenApplication = useMay('processInstanceQuery:query');
  const step = steps[index];
  if (!step) return null;
  const { application } = step;
  return (
    <Card
      title="这一步的依据"
      grow
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCode size={15} />}
          onClick={() => {
            setRaw(true);
          }}
        >
          原始事件
        </Button>
      }
    >
      <div className={classes['basis']}>
        <div>
          <b>{step.title}</b>
          {step.sentence !== '' && <div className={classes['sentence']}>{step.sentence}</div>}
          <div className={classes['muted']}>
            {step.byName}
            {step.byRole === '' ? '' : `（${step.byRole}）`} · {step.atText}
          </div>
        </div>
        {step.reason !== null && step.reason !== '' && (
          <div className={classes['reason']}>
            {step.reason === step.decision?.opinion ? '意见' : '原因'}：{step.reason}
          </div>
        )}
        {step.changes.length > 0 && (
          <table className={classes['table']} aria-label="变化">
            <tbody>
              {step.changes.map((change) => (
                <tr key={change.name}>
                  <td>{change.name}</td>
                  <td>{change.before ?? '空'}</td>
                  <td>→ {change.after ?? '空'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {application && (
          <div>
            <div className={classes['basisHead']}>
              <b>{application.processName}</b>
              {mayOpenApplication ? (
                <Link to="/jwxt/gly/systemManage/applicationReplay" search={{ applyId: application.applyId }}>
                  申请全程
                </Link>
              ) : (
                <span className={classes['muted']}>{application.applyId}</span>
              )}
            </div>
            <div className={classes['muted']}>
              申请人 {application.applicantName} · {application.applyTime}
            </div>
            {application.reason !== '' && (
              <div className={classes['reason']} style={{ marginTop: 8 }}>
                {application.reason}
              </div>
            )}
            {application.files && (
              <section aria-label="申请附件">
                <AttachmentList {...application.files} mode="view" />
              </section>
            )}
          </div>
        )}
        {decisionsUpTo(steps, index).map((decision) => (
          <div key={`${decision.nodeName}${decision.at}`} className={classes['decision']}>
            <StatusTag tone={decision.result === nodeResult.passed ? 'green' : 'red'}>{decision.resultName}</StatusTag>
            <span>
              {decision.nodeName}　{decision.auditPersonName} <span className={classes['muted']}>{decision.at}</span>
            </span>
            <p>{decision.opinion === '' ? '（无意见）' : decision.opinion}</p>
          </div>
        ))}
        {step.tone === 'changed' && (
          <div className={classes['decision']}>
            <StatusTag tone={toneOf.neutral}>生效</StatusTag>
            <span>审批通过后由系统策略更新成绩</span>
          </div>
        )}
      </div>
      <RawEventDialog
        event={raw ? step.event : null}
        metadataOf={step.event}
        onClose={() => {
          setRaw(false);
        }}
      />
    </Card>
  );
}
