import { resultOf, type Figure } from './figure.ts';

const heads = ['figure', 'value', 'unit', 'baseline', 'ratio', 'aim', 'baseline is', 'CPU ms each'] as const;
/** Columns with numbers. */
const right = new Set([1, 3, 4]);

/** The figures' cells, heads first. */
export function figureRows(figures: readonly Figure[]): string[][] {
  return [
    [...heads],
    ...figures.map((figure) => {
      const { id, unit, value, baseline, ratio, cpu = {}, aims = [] } = resultOf(figure);
      return [
        id,
        value.toLocaleString('en'),
        unit,
        baseline.toLocaleString('en'),
        String(ratio),
        aims.map(({ text, met }) => `${met ? 'met' : 'MISSED'} ${text}`).join('; '),
        figure.against,
        Object.entries(cpu)
          .filter(([, ms]) => ms >= 0.001)
          .map(([name, ms]) => `${name} ${ms}`)
          .join(', '),
      ];
    }),
  ];
}

/** Rows, heads first, as a table for a screen. */
export function screenTable(rows: readonly (readonly string[])[], numbers: ReadonlySet<number> = right): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((line) => line[column]!.length)));
  return rows
    .map((line) =>
      line
        .map((cell, column) => (numbers.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Rows, heads first, as a table of Markdown. */
export function markdownTable(rows: readonly (readonly string[])[], numbers: ReadonlySet<number> = right): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [first = [], ...rest] = rows;
  return [line(first), line(first.map((_, column) => (numbers.has(column) ? '---:' : '---'))), ...rest.map(line)].join(
    '\n',
  );
}
