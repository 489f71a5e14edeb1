import { Button, Popover, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronUp,
  IconCircleCheck,
  IconCircleX,
  IconListCheck,
  IconPencil,
  IconSend,
} from '@tabler/icons-react';
import { processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { sheetProcessOf, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useMay } from '../../../lib/session.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { CheckList, type CheckListProps } from './check-list.tsx';
import classes from './sheet-checks.module.css';
import type { SheetHead } from '../sheet-grid/sheet-grid.model.ts';
import { openChecks, type SheetSummary, type SubmitCheck } from './sheet-summary.model.ts';

export type SheetChecksProps = CheckListProps & { sheet: SheetHead; summary: SheetSummary; onSubmit: () => void };

/** Panel at the right on wide screens: checks, failing first, the figures, and the one filled button of the page. */
export function SheetChecks({ sheet, summary, onSubmit, ...list }: SheetChecksProps) {
  const { checks } = list;
  const { failed, warnings } = openChecks(checks);
  return (
    <aside className={classes['panel']} aria-label="提交前检查">
      <header className={classes['panelHead']}>
        <IconListCheck size={16} aria-hidden />
        <h2>提交前检查</h2>
      </header>
      <div className={classes['panelBody']}>
        {sheet.editable && failed > 0 && (
          <p className={classes['blocked']} role="status">
            <IconCircleX size={16} aria-hidden />
            还有 {failed} 项未通过，暂不能送审
          </p>
        )}
        {sheet.editable && failed === 0 && warnings > 0 && (
          <p className={classes['toConfirm']} role="status">
            <IconAlertTriangle size={16} aria-hidden />
            还有 {warnings} 项提醒待您核实
          </p>
        )}
        {sheet.editable && <CheckList {...list} />}
        <h3 className={classes['subtitle']}>
          总评分布 <small>已有总评 {summary.scored} 人</small>
        </h3>
        <Bands summary={summary} />
        <dl className={classes['figures']}>
          <div>
            <dd>{summary.mean}</dd>
            <dt>平均</dt>
          </div>
          <div>
            <dd>{summary.passRate}</dd>
            <dt>及格率</dt>
          </div>
          <div>
            <dd>{summary.max}</dd>
            <dt>最高</dt>
          </div>
          <div>
            <dd>{summary.min}</dd>
            <dt>最低</dt>
          </div>
        </dl>
      </div>
      <footer className={classes['panelFoot']}>
        <SubmitButton sheet={sheet} checks={checks} onSubmit={onSubmit} fullWidth />
      </footer>
    </aside>
  );
}

/** The same as one bar at the bottom on narrow screens; checks open upwards. */
export function SheetCheckBar({ sheet, summary, onSubmit, ...list }: SheetChecksProps) {
  const { checks } = list;
  const count = (level: SubmitCheck['level']) => checks.filter((check) => check.level === level).length;
  return (
    <div className={classes['bar']}>
      {sheet.editable && (
        <Popover position="top-start" width={360} shadow="lg" trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={classes['barTitle']}>
              <IconListCheck size={16} aria-hidden />
              提交前检查
              {count('failed') > 0 && (
                <StatusTag tone="red" icon={IconCircleX}>
                  {count('failed')} 项未通过
                </StatusTag>
              )}
              {count('warning') > 0 && (
                <StatusTag tone="grey" icon={IconAlertTriangle}>
                  {count('warning')} 项待核实
                </StatusTag>
              )}
              {count('waiting') > 0 && (
                <StatusTag tone="grey" icon={IconPencil}>
                  {count('waiting')} 项等待保存
                </StatusTag>
              )}
              {count('failed') + count('waiting') + count('warning') === 0 && (
                <StatusTag tone="green" icon={IconCircleCheck}>
                  全部通过
                </StatusTag>
              )}
              <IconChevronUp size={14} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={classes['dropdown'] ?? ''}>
            <CheckList {...list} />
          </Popover.Dropdown>
        </Popover>
      )}
      <span className={classes['totals']} data-totals>
        <span>
          已录完{' '}
          <b>
            {summary.complete} / {summary.total}
          </b>
        </span>
        <span>
          及格率 <b>{summary.passRate}</b>
        </span>
        <span>
          平均 <b>{summary.mean}</b>
        </span>
        {summary.bands.map((band) => (
          <span key={band.name} data-failing={band.name === '不及格' && band.count > 0 ? true : undefined}>
            {band.name} <b>{band.count}</b>
          </span>
        ))}
      </span>
      <SubmitButton sheet={sheet} checks={checks} onSubmit={onSubmit} />
    </div>
  );
}

function Bands({ summary }: { summary: SheetSummary }) {
  const most = Math.max(1, ...summary.bands.map((band) => band.count));
  return (
    <table className={classes['bands']} aria-label="总评分布">
      <tbody>
        {summary.bands.map((band) => (
          <tr key={band.name} data-failing={band.name === '不及格' || undefined}>
            <td>{band.range}</td>
            <th scope="row">{band.name}</th>
            <td className={classes['track']} aria-hidden>
              <span style={{ width: `${String((band.count / most) * 100)}%` }} />
            </td>
            <td className={classes['bandCount']}>{band.count} 人</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SubmitButton({
  sheet,
  checks,
  onSubmit,
  fullWidth,
}: {
  sheet: SheetHead;
  checks: readonly SubmitCheck[];
  onSubmit: () => void;
  fullWidth?: boolean;
}) {
  const may = useMay('scoreEntry:submit');
  if (!sheet.editable || !may) return null;
  const { failed, warnings } = openChecks(checks);
  const reason =
    failed > 0
      ? `处理完 ${String(failed)} 项后可送审`
      : warnings > 0
        ? `核实 ${String(warnings)} 项提醒后可送审`
        : `提交后进入“${processNames[sheetProcessOf[sheet.scoreType as ScoreType] as keyof typeof processNames]}”，` +
          '审批期间不能修改';
  return (
    <div className={classes['submit']} data-column={fullWidth || undefined}>
      {!fullWidth && <span>{failed + warnings > 0 ? reason : ''}</span>}
      {/* Stays pressable: the dialog says what is missing and leads there. */}
      <Button
        leftSection={<IconSend size={16} />}
        variant={failed + warnings > 0 ? 'default' : 'filled'}
        fullWidth={fullWidth ?? false}
        title={reason}
        onClick={onSubmit}
      >
        提交送审
      </Button>
      {fullWidth && <span>{reason}</span>}
    </div>
  );
}
