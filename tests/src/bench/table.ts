import { resultOf, type Figure } from './figure.ts';

const heads = ['figure', 'value', 'unit', 'baseline', 'ratio', 'aim', 'baseline is', 'CPU ms each'] as const;
/** Columns with numbers. */
const right = new Set([1, 3, 4]);

/** A figure's cells, in the order of the heads. */
function cellsOf(figure: Figure): string[] {
  const { id, unit, value, baseline, ratio, cpu = {}, aims = [] } = resultOf(figure);
  return [
    id, value.toLocaleString('en'), unit, baseline.toLocaleString('en'), String(ratio),
    aims.map(({ text, met }) => `${met ? 'met' : 'MISSED'} ${text}`).join('; '),
    figure.against, Object.entries(cpu).filter(([, ms]) => ms >= 0.001).map(([name, ms]) => `${name} ${ms}`).join(', '),
  ];
}

/** The figures as a table for a screen. */
export function tableOf(figures: readonly Figure[]): string {
  const all = [[...heads], ...figures.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all.map((line) => line.map((cell, column) => (right.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ').trimEnd()).join('\n');
}

/** The figures as a table of Markdown. */
export function markdownOf(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, column) => (right.has(column) ? '---:' : '---'))), ...figures.map((figure) => line(cellsOf(figure)))].join('\n');
}
