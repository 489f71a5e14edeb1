import type { monitorResultView } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import type { z } from 'zod';
import classes from './data-monitor.module.css';

export type MonitorResult = z.output<typeof monitorResultView>;

/** What cleaning does to each row, or did: field, before, after. Blanks at the ends are shown by quotation marks. */
export function ResultChanges({ results }: { results: readonly MonitorResult[] }) {
  return (
    <table className={classes['changes']} aria-label="清洗前后">
      <thead>
        <tr>
          <th scope="col">数据</th>
          <th scope="col">字段</th>
          <th scope="col">清洗前</th>
          <th scope="col">清洗后</th>
        </tr>
      </thead>
      <tbody>
        {results.flatMap((result) =>
          result.changes.length === 0
            ? [
                <tr key={result.resultId}>
                  <td>{result.businessName}</td>
                  <td colSpan={3}>{result.remedy}</td>
                </tr>,
              ]
            : result.changes.map(({ field, before, after }, index) => (
                <tr key={`${String(result.resultId)}.${field}`}>
                  <td>{index === 0 ? result.businessName : ''}</td>
                  <td>{field}</td>
                  <td>
                    <del>{quoted(before)}</del>
                  </td>
                  <td>
                    <ins>{quoted(after)}</ins>
                  </td>
                </tr>
              )),
        )}
      </tbody>
    </table>
  );
}

const quoted = (value: string | null): string => (value === null || value === '' ? '（空）' : `“${value}”`);
