import { isTurnedDown } from '@jwxt/contracts/approval/approval.rules.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCode, IconReplace, IconSend, IconUser, IconX, type Icon } from '@tabler/icons-react';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { auditApplication } from '@jwxt/contracts/audit/audit.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { RawEventDialog } from './raw-event-dialog.tsx';
import { toneOf, type RawEvent } from './replay.model.ts';
import classes from './audit.module.css';

const pageState = z.object({ applyId: z.string().catch('').default('') });
type Replay = OutputOf<typeof auditApplication>;
type Step = Replay['steps'][number];
const icons: Record<Step['tone'], Icon> = {
  neutral: IconUser,
  progress: IconSend,
  passed: IconCheck,
  refused: IconX,
  changed: IconReplace,
};

/** The full history of one application, event by event. */
export function ApplicationReplayPage() {
  const [{ applyId }, setState] = usePageState(pageState);
  const query = useOperation(auditApplication, { applyId }, { enabled: applyId !== '', keepPrevious: false });
  return (
    <Page title="申请回放">
      <Card>
        <ApplicationSearch
          key={applyId}
          applyId={applyId}
          searching={query.isFetching}
          onSearch={(next) => {
            setState({ applyId: next });
          }}
        />
      </Card>
      {applyId === '' ? (
        <Card grow>
          <EmptyState title="输入申请编号" reason="申请编号见审批中心的申请详情，或从成绩回放进入" />
        </Card>
      ) : (
        <QueryFaces query={query}>{(replay) => <ApplicationHistory replay={replay} />}</QueryFaces>
      )}
    </Page>
  );
}

function ApplicationSearch({
  applyId,
  searching,
  onSearch,
}: {
  applyId: string;
  searching: boolean;
  onSearch: (applyId: string) => void;
}) {
  const [typed, setTyped] = useState(applyId);
  return (
    <form
      className={classes['search']}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextInput
        aria-label="申请编号"
        placeholder="申请编号"
        w={380}
        maw="100%"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <Button type="submit" loading={searching} style={{ marginLeft: 0 }}>
        回放
      </Button>
    </form>
  );
}

function ApplicationHistory({ replay }: { replay: Replay }) {
  const [raw, setRaw] = useState<RawEvent | null>(null);
  const last = replay.steps.at(-1);
  return (
    <>
      <Card
        title={replay.title}
        actions={
          <StatusTag
            tone={
              replay.approvalBusinessStatus === businessStatus.passed
                ? 'green'
                : isTurnedDown(replay.approvalBusinessStatus)
                  ? 'red'
                  : 'blue'
            }
          >
            {replay.approvalBusinessStatusName}
          </StatusTag>
        }
      >
        <FactList
          columns={4}
          items={[
            { label: '流程', value: `${replay.processName}（${replay.processNo}）` },
            { label: '申请人', value: replay.applicantName },
            { label: '申请时间', value: replay.applyTime },
            { label: '申请编号', value: replay.applyId },
          ]}
        />
      </Card>
      <Card title="全程" note={`共 ${String(replay.steps.length)} 个事件`} flush grow>
        <ol className={classes['appSteps']}>
          {replay.steps.map((step) => (
            <ApplicationStep
              key={step.position}
              step={step}
              onRaw={() => {
                setRaw(step.event);
              }}
            />
          ))}
        </ol>
      </Card>
      {last && (
        <RawEventDialog
          event={raw}
          metadataOf={raw ?? last.event}
          onClose={() => {
            setRaw(null);
          }}
        />
      )}
    </>
  );
}

function ApplicationStep({ step, onRaw }: { step: Step; onRaw: () => void }) {
  const Glyph = icons[step.tone];
  return (
    <li>
      <span className={classes['stepIcon']} data-tone={toneOf[step.tone]}>
        <Glyph size={14} aria-hidden />
      </span>
      <div>
        <b>{step.title}</b>{' '}
        <span className={classes['muted']}>
          第 {step.round} 轮{step.statusBefore === step.statusAfter ? '' : ` · 状态变为“${step.statusAfterName}”`}
        </span>
        <div className={classes['muted']}>
          {step.atText} · {step.byName}
          {step.byRole === '' ? '' : `（${step.byRole}）`}
        </div>
        {step.opinion !== null && step.opinion !== '' && (
          <div className={classes['reason']} style={{ marginTop: 6 }}>
            {step.opinion}
          </div>
        )}
        {step.content.length === 0 && step.opinion === null && step.sentence !== '' && (
          <div style={{ marginTop: 4 }}>{step.sentence}</div>
        )}
        {step.content.length > 0 && (
          <div style={{ marginTop: 6 }}>
            <FactList columns={3} items={step.content} />
          </div>
        )}
      </div>
      <Button variant="subtle" size="compact-sm" leftSection={<IconCode size={15} />} onClick={onRaw}>
        原始事件
      </Button>
    </li>
  );
}
