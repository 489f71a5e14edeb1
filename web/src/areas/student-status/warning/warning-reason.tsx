import type { InitialLine } from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';

/** Why a student is warned, as a list says it: by the figures; what is behind them is in a tooltip and the details. */
export function WarningReason({ row: { reasonText, reasons } }: { row: Pick<InitialLine, 'reasonText' | 'reasons'> }) {
  const waiting = reasons.some(({ words }) => words.includes('未公布')) ? '（有成绩未公布）' : '';
  return (
    <span className="jw-two-lines" title={reasonText}>
      {reasons.map(({ figure }) => figure).join('；') + waiting}
    </span>
  );
}
