/** What is behind a figure, in brackets. */
const BEHIND = /（[^（）]*）/g;

/** Why a student is warned, as a list says it: by the figures; what is behind them is in a tooltip and the details. */
export function WarningReason({ text }: { text: string }) {
  const waiting = text.includes('未公布') ? '（有成绩未公布）' : '';
  return (
    <span className="jw-two-lines" title={text}>
      {text.replaceAll(BEHIND, '') + waiting}
    </span>
  );
}
