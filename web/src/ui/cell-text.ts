import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { isValidElement, type ReactNode } from 'react';

type Parts = { children?: ReactNode; first?: ReactNode; time?: unknown };

/** What a cell says, as far as it can be read from its elements: by this a list that is there whole is sorted. */
export function cellText(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return (node as readonly ReactNode[]).map(cellText).join('');
  if (!isValidElement<Parts>(node)) return '';
  const { children, first, time } = node.props;
  if (first !== undefined) return cellText(first);
  return typeof time === 'string' ? time : cellText(children);
}

/** Pixels that a text takes at 14 px at most: so wide a column or field has room for it. */
export function textWidthOf(text: string): number {
  const wide = text.replaceAll(/[ -ÿ]/g, '').length;
  return Math.ceil(wide * 14 + (text.length - wide) * 7.8);
}

/**
 * Pixels that a line of text takes at this size, as near as that can be told without drawing it: what only just fits
 * is not said to be too long, as {@link textWidthOf} would.
 */
export function lineWidthOf(text: string, size: number): number {
  let ems = 0;
  for (const char of text) ems += partOfEm(char);
  return ems * size;
}

function partOfEm(char: string): number {
  if (char > 'ÿ') return 1;
  if (/[A-Z%]/.test(char)) return 0.72;
  return /[a-z0-9]/.test(char) ? 0.56 : 0.32;
}

/** Pixels that a cell takes, about: of two lines the longer one, where it says which they are. */
export function cellWidthOf(node: ReactNode): number {
  if (!isValidElement<Parts & { second?: ReactNode }>(node) || node.props.second === undefined)
    return textWidthOf(cellText(node));
  return Math.max(textWidthOf(cellText(node.props.first)), textWidthOf(cellText(node.props.second)));
}

const NUMBER = /^-?\d{1,15}(?:\.\d+)?%?$/;

/** What stands for nothing in a cell: the last where a score would stand. */
const nothing = new Set(['', NOTHING, '-']);

/** By what a cell with this text is sorted: a number, a text, or undefined where it is empty. */
export function sortValueOf(text: string): string | number | undefined {
  const trimmed = text.trim();
  if (nothing.has(trimmed)) return undefined;
  return NUMBER.test(trimmed) ? Number(trimmed.replace('%', '')) : trimmed;
}

let collator: Intl.Collator | null = null;

/** Numbers before texts, texts by pinyin; numbers inside of them as numbers. */
export function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'number') return -1;
  if (typeof other === 'number') return 1;
  collator ??= new Intl.Collator('zh-Hans-CN', { numeric: true });
  return collator.compare(one, other);
}

const SHORT_NUMBER = /^-?(?:0|[1-9]\d{0,5})(?:\.\d+)?%?$/;

/** Whether all that a column says is short numbers: figures stand below each other by their ends. */
export function isFigures(texts: readonly string[]): boolean {
  const said = texts.filter((text) => !nothing.has(text.trim()));
  return said.length > 0 && said.every((text) => SHORT_NUMBER.test(text.trim()));
}
