import type { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';

/** A student's card. */
export type Card = OutputOf<typeof scoreCard>;
/** An attempt with its semester. */
export type CardRow = Card['semesters'][number]['rows'][number] & {
  readonly semesterId: string;
  readonly semesterName: string;
};

/** Which attempts are shown: 全部, 有效, 不及格. */
export type Shown = 'all' | 'counting' | 'failed';
/** What a person looks for; empty: everything. */
export type CardFilter = {
  readonly shown: Shown;
  readonly semesterId: string;
  readonly attribute: string;
  readonly examNature: string;
};

/** The attempts that a person looks for, newest semester first. */
export function cardRows(
  { semesters }: Pick<Card, 'semesters'>,
  { shown, semesterId, attribute, examNature }: CardFilter,
): CardRow[] {
  return semesters
    .flatMap((semester) =>
      semester.rows.map((row): CardRow => ({
        ...row,
        semesterId: semester.semesterId,
        semesterName: semester.semesterName,
      })),
    )
    .filter(
      (row) =>
        (semesterId === '' || row.semesterId === semesterId) &&
        (attribute === '' || row.courseAttribute === attribute) &&
        (examNature === '' || row.examNature === examNature),
    )
    .filter((row) => shown === 'all' || (shown === 'counting' ? row.counts : row.hasValue && !row.passed));
}

/** The choices of a filter: what occurs on the card, each once. */
export function choices(
  card: Pick<Card, 'semesters'>,
  of: (row: CardRow) => { readonly value: string; readonly label: string },
): { value: string; label: string }[] {
  const all = cardRows(card, { shown: 'all', semesterId: '', attribute: '', examNature: '' }).map(of);
  return [...new Map(all.map((choice) => [choice.value, choice])).values()];
}
