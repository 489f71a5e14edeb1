import { sameBelow, type Difference } from './comparison.ts';

/** A picture of this run. */
export interface Taken {
  readonly file: string;
  readonly title: string;
  /** Against the committed one; null when there was none. */
  readonly difference: Difference | null;
}

/** What became of the pictures. */
export interface Outcome {
  readonly taken: readonly Taken[];
  /** Pictures that could not be taken, with the reason. */
  readonly failed: readonly { readonly file: string; readonly title: string; readonly reason: string }[];
  /** Files of screens that are no longer kept. */
  readonly removed: readonly string[];
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/**
 * The list for whoever is to look at the pictures, in Chinese: the largest change first, what stayed as it was in one
 * line.
 */
export function takenList({ taken, failed, removed }: Outcome): string {
  const added = taken.filter(({ difference }) => difference === null);
  const changed = taken
    .filter(
      (one): one is Taken & { difference: Difference } => one.difference !== null && one.difference.share >= sameBelow,
    )
    .toSorted((one, other) => other.difference.share - one.difference.share);
  const same = taken.length - added.length - changed.length;
  return [
    `与已提交的截图相比：变 ${changed.length}，新 ${added.length}，同 ${same}（差异不到 ${percent(sameBelow)}），` +
      `删 ${removed.length}，未能拍摄 ${failed.length}`,
    ...changed.map(
      ({ file, title, difference: { share, within } }) =>
        `变 ${percent(share).padStart(7)}  ${file}  ${title}` +
        `${within ? `  (${within.left},${within.top})–(${within.right},${within.bottom})` : ''}`,
    ),
    ...added.map(({ file, title }) => `新          ${file}  ${title}`),
    ...removed.map((file) => `删          ${file}`),
    ...failed.map(({ file, title, reason }) => `未能拍摄    ${file}  ${title}：${reason}`),
  ].join('\n');
}
