import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { EChartsCoreOption } from 'echarts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { atRest } from '../lib/use-rest.ts';
import type { init as Init } from './echarts-setup.ts';
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

/** Calls back once the person can see an element; the answer calls it off. */
function inView(element: Element | null, then: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    then();
  });
  if (element !== null) observer.observe(element);
  return () => {
    observer.disconnect();
  };
}

/**
 * An ECharts picture (SVG), drawn once it comes into view and the browser rests. The library loads with the first chart
 * of a visit.
 */
export function Chart({ option, height, label, onClick }: ChartProps) {
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ option, onClick });
  latest.current = { option, onClick };
  const redraw = useRef<(() => void) | null>(null);
  useEffect(() => {
    let dispose: (() => void) | null = null;
    let gone = false;
    let callOff = inView(box.current, () => {
      callOff = atRest(() => {
        void import('./echarts-setup.ts').then(({ init }) => {
          // Again at rest, so that many charts are drawn one by one.
          if (!gone)
            callOff = atRest(() => {
              draw(init);
            });
        });
      });
    });
    function draw(init: typeof Init): void {
      if (box.current === null) return;
      const chart = init(box.current, null, { renderer: 'svg' });
      const tokens = tokensOf(scheme);
      redraw.current = () => {
        chart.setOption(
          { animation: false, textStyle: { fontFamily: FONT, color: tokens.text }, ...latest.current.option(tokens) },
          { notMerge: true },
        );
      };
      redraw.current();
      chart.on('click', (event) => {
        latest.current.onClick?.({ name: event.name, dataIndex: event.dataIndex, seriesName: event.seriesName });
      });
      const observer = new ResizeObserver(() => {
        chart.resize();
      });
      observer.observe(box.current);
      dispose = () => {
        observer.disconnect();
        chart.dispose();
        redraw.current = null;
      };
    }
    return () => {
      gone = true;
      callOff();
      dispose?.();
    };
  }, [scheme]);
  useEffect(() => {
    redraw.current?.();
  }, [option]);
  return <div ref={box} role="img" aria-label={label} style={{ width: '100%', height, minWidth: 0 }} />;
}

export type PictureCardProps = {
  title: string;
  /** Of the picture. */
  height: number | string;
  picture: ReactNode;
  /** With the unit, e.g. `单位：人`. */
  note?: ReactNode;
  /** Nothing to draw. */
  empty?: boolean;
  loading?: boolean;
  emptyText?: string;
  /** The same figures as a table, behind the table icon. */
  table: { head: readonly string[]; rows: readonly (readonly (string | number)[])[] };
};

/** A picture of figures in a card with its title, unit, empty face and the table behind it. */
export function PictureCard({ title, height, picture, note, empty, loading, emptyText, table }: PictureCardProps) {
  const [asTable, setAsTable] = useState(false);
  const name = asTable ? '看图' : '看表';
  return (
    <Card
      title={title}
      note={note}
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${title}：${name}`}
          title={name}
          onClick={() => {
            setAsTable(!asTable);
          }}
        >
          {asTable ? <IconChartBar size={17} /> : <IconTable size={17} />}
        </ActionIcon>
      }
    >
      {loading ? (
        <div style={{ height }}>
          <LoadingState />
        </div>
      ) : empty ? (
        <div style={{ height, display: 'grid', placeItems: 'center' }}>
          <EmptyState compact {...(emptyText === undefined ? {} : { reason: emptyText })} />
        </div>
      ) : asTable ? (
        <div style={{ height, overflow: 'auto' }}>
          <FigureTable {...table} label={title} />
        </div>
      ) : (
        picture
      )}
    </Card>
  );
}

export type ChartCardProps = ChartProps & Omit<PictureCardProps, 'picture'>;

/** A chart in a card. */
export function ChartCard({ option, label, onClick, ...card }: ChartCardProps) {
  return (
    <PictureCard
      {...card}
      picture={
        <Chart option={option} height={card.height} label={label} {...(onClick === undefined ? {} : { onClick })} />
      }
    />
  );
}

function FigureTable({ head, rows, label }: PictureCardProps['table'] & { label: string }) {
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', fontSize: 13 }} aria-label={label}>
      <thead>
        <tr>
          {head.map((text, index) => (
            <th
              key={text}
              scope="col"
              style={{
                textAlign: index === 0 ? 'left' : 'right',
                padding: '6px 8px',
                color: 'var(--jw-text-2)',
                borderBottom: '1px solid var(--jw-line-strong)',
                position: 'sticky',
                top: 0,
                background: 'var(--jw-surface)',
              }}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex}>
            {row.map((value, index) => (
              <td
                key={index}
                style={{
                  textAlign: index === 0 ? 'left' : 'right',
                  padding: '6px 8px',
                  borderBottom: '1px solid var(--jw-line)',
                }}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
