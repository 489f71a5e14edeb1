import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { EChartsCoreOption } from 'echarts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { EmptyState, LoadingState } from './faces.tsx';
import { Card } from './page.tsx';
import { FONT, tokensOf, type TokenName } from './tokens.ts';

export type ChartTokens = Record<TokenName, string>;

export type ChartProps = {
  /** Built anew for each colour scheme. */
  option: (tokens: ChartTokens) => EChartsCoreOption;
  height: number | string;
  /** What the picture says, for those who do not see it. */
  label: string;
  onClick?: (event: { name: string; dataIndex: number; seriesName?: string | undefined }) => void;
};

/** An ECharts picture (SVG). The library loads with the first chart of a visit. */
export function Chart({ option, height, label, onClick }: ChartProps) {
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ option, onClick });
  latest.current = { option, onClick };
  const redraw = useRef<(() => void) | null>(null);
  useEffect(() => {
    let dispose: (() => void) | null = null;
    let gone = false;
    void import('./echarts-setup.ts').then(({ init }) => {
      if (gone || box.current === null) return;
      const chart = init(box.current, null, { renderer: 'svg' });
      const tokens = tokensOf(scheme);
      redraw.current = () => { chart.setOption({ animation: false, textStyle: { fontFamily: FONT, color: tokens.text }, ...latest.current.option(tokens) }, { notMerge: true }); };
      redraw.current();
      chart.on('click', (event) => { latest.current.onClick?.({ name: event.name, dataIndex: event.dataIndex, seriesName: event.seriesName }); });
      const observer = new ResizeObserver(() => { chart.resize(); });
      observer.observe(box.current);
      dispose = () => {
        observer.disconnect();
        chart.dispose();
        redraw.current = null;
      };
    });
    return () => {
      gone = true;
      dispose?.();
    };
  }, [scheme]);
  useEffect(() => { redraw.current?.(); }, [option]);
  return <div ref={box} role="img" aria-label={label} style={{ width: '100%', height, minWidth: 0 }} />;
}

export type ChartCardProps = ChartProps & {
  title: string;
  /** With the unit, e.g. `单位：人`. */
  note?: ReactNode;
  /** Nothing to draw. */
  empty?: boolean;
  loading?: boolean;
  emptyText?: string;
  /** The same figures as a table, behind the table icon. */
  table: { head: readonly string[]; rows: readonly (readonly (string | number)[])[] };
};

/** A chart in a card with its title, unit, empty face and the table behind it. */
export function ChartCard({ title, note, empty, loading, emptyText, table, ...chart }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const name = asTable ? '看图' : '看表';
  return (
    <Card title={title} note={note} actions={<ActionIcon variant="subtle" color="gray" aria-label={`${title}：${name}`} title={name} onClick={() => { setAsTable(!asTable); }}>{asTable ? <IconChartBar size={17} /> : <IconTable size={17} />}</ActionIcon>}>
      {loading ? <div style={{ height: chart.height }}><LoadingState /></div>
        : empty ? <div style={{ height: chart.height, display: 'grid', placeItems: 'center' }}><EmptyState compact {...(emptyText === undefined ? {} : { reason: emptyText })} /></div>
          : asTable ? <div style={{ height: chart.height, overflow: 'auto' }}><FigureTable {...table} label={title} /></div> : <Chart {...chart} />}
    </Card>
  );
}

function FigureTable({ head, rows, label }: ChartCardProps['table'] & { label: string }) {
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', fontSize: 13 }} aria-label={label}>
      <thead><tr>{head.map((text, index) => <th key={text} scope="col" style={{ textAlign: index === 0 ? 'left' : 'right', padding: '6px 8px', color: 'var(--jw-text-2)', borderBottom: '1px solid var(--jw-line-strong)', position: 'sticky', top: 0, background: 'var(--jw-surface)' }}>{text}</th>)}</tr></thead>
      <tbody>{rows.map((row, rowIndex) => <tr key={rowIndex}>{row.map((value, index) => <td key={index} style={{ textAlign: index === 0 ? 'left' : 'right', padding: '6px 8px', borderBottom: '1px solid var(--jw-line)' }}>{value}</td>)}</tr>)}</tbody>
    </table>
  );
}
