import { ActionIcon } from '@mantine/core';
import {
  IconArrowLeft,
  IconCheck,
  IconClock,
  IconPencil,
  IconPencilOff,
  IconAlertTriangle,
  type Icon,
} from '@tabler/icons-react';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  sheetProcessOf,
  type EntryState,
  type ScoreType,
  scoreType,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { schoolTime, shortElapsedText } from '../../../lib/format.ts';
import { openChangesPath } from '../changes/score-change-address.ts';
import { useMay } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { ApprovalLogDialog } from '../../../pickers/approval-log-dialog.tsx';
import type { SheetHead } from '../sheet-grid/sheet-grid.model.ts';
import classes from './sheet-header.module.css';
import type { SheetSummary } from '../sheet-checks/sheet-summary.model.ts';

const looks: Record<EntryState, { tone: Tone; icon: Icon }> = {
  empty: { tone: 'grey', icon: IconPencilOff },
  entering: { tone: 'grey', icon: IconPencil },
  submitted: { tone: 'blue', icon: IconClock },
  passed: { tone: 'green', icon: IconCheck },
  returned: { tone: 'red', icon: IconAlertTriangle },
};

/** Back link and facts of the class (SCORE-ENTRY-02, 04); first what matters: entered, failing, deadline, time left. */
export function SheetHeader({ sheet, summary }: { sheet: SheetHead; summary: SheetSummary }) {
  const { tone, icon } = looks[sheet.entryState];
  const mayList = useMay('scoreEntry:query');
  const ofType = sheet.scoreType === scoreType.regular ? '' : `?scoreType=${sheet.scoreType}`;
  const back = mayList
    ? {
        to: modulePath('scoreManage', 'entry') + ofType,
        label: '返回我的教学班',
      }
    : { to: modulePath('scoreManage'), label: '返回成绩管理' };
  const facts =
    `${sheet.semesterName} · ${sheet.courseCredit} 学分 · ${String(sheet.coursePersonCount)} 人 · 任课教师 ` +
    `${sheet.teacherName} · 录入人 ${sheet.importTeacher}`;
  return (
    <header className={classes['header']}>
      <ActionIcon
        component={Link}
        to={back.to}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={back.label}
        title={back.label}
      >
        <IconArrowLeft size={19} />
      </ActionIcon>
      <div className={classes['facts']}>
        <p className={classes['subject']}>
          <strong title={sheet.courseName}>{sheet.courseName}</strong>
          <span title={sheet.teachingClassName}>{sheet.teachingClassName}</span>
          <StatusTag tone={tone} icon={icon}>
            {sheet.entryStateName}
          </StatusTag>
        </p>
        <p className={classes['second']}>
          <span title={facts}>{facts}</span>
          <SheetLinks sheet={sheet} />
        </p>
      </div>
      <Fact label="已录完" value={`${String(summary.complete)} / ${String(summary.total)} 人`} />
      <Fact label="不及格" value={`${String(summary.failed)} 人`} failing={summary.failed > 0} />
      <Fact
        label="录入时间"
        value={`${sheet.scoreTermInputBeginTime.slice(5, 16)} 至 ${sheet.scoreTermInputEndTime.slice(5, 16)}`}
      />
      <TimeLeft sheet={sheet} />
    </header>
  );
}

function Fact({ label, value, failing }: { label: string; value: string; failing?: boolean }) {
  return (
    <div className={classes['fact']} data-failing={failing || undefined}>
      <span>{label}</span>
      <strong>{value}</strong>
    </div>
  );
}

function TimeLeft({ sheet }: { sheet: SheetHead }) {
  const now = useNow(1000);
  const begin = schoolTime(sheet.scoreTermInputBeginTime);
  const end = schoolTime(sheet.scoreTermInputEndTime);
  const [label, value, tone] =
    now < begin
      ? (['距开始', shortElapsedText(begin - now), 'grey'] as const)
      : now > end
        ? (['录入', '已截止', 'grey'] as const)
        : ([
            '剩余',
            end - now < 60_000 ? `${String(Math.ceil((end - now) / 1000))}秒` : shortElapsedText(end - now),
            end - now < 86_400_000 ? 'red' : 'ink',
          ] as const);
  return (
    <div className={classes['left']} data-tone={tone} role="timer">
      <span>{label}</span>
      <strong>{value}</strong>
    </div>
  );
}

function SheetLinks({ sheet }: { sheet: SheetHead }) {
  const mayRead = useMay('systemApprove:query');
  const [log, setLog] = useState(false);
  const processNo = sheetProcessOf[sheet.scoreType as ScoreType];
  return (
    <span className={classes['links']}>
      {sheet.applyId !== null && mayRead && (
        <button
          type="button"
          onClick={() => {
            setLog(true);
          }}
        >
          审批日志
        </button>
      )}
      {sheet.openChanges.length > 0 && <Link to={openChangesPath(sheet)}>进行中的成绩更改</Link>}
      {sheet.changeAs !== null && (
        <Link to={`/jwxt/gly/scoreManage/change/new/${sheet.teachingClassId}/${sheet.scoreType}`}>
          {sheet.sheetStatus === sheetStatus.submitted
            ? '申请更改备注'
            : sheet.changeAs === 'onBehalf'
              ? '代为申请更改成绩'
              : '申请更改成绩'}
        </Link>
      )}
      {log && (
        <ApprovalLogDialog
          businessId={sheetId(sheet.teachingClassId, sheet.scoreType)}
          processNo={processNo}
          onClose={() => {
            setLog(false);
          }}
        />
      )}
    </span>
  );
}
