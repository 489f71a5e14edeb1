import type { EntryState } from './score.vocabulary.ts';

/** Whether a class still wants scores of its teacher, who can type them now. */
export function isOpenWork({
  windowState,
  entryState,
}: {
  readonly windowState: 'before' | 'open' | 'closed';
  readonly entryState: EntryState;
}): boolean {
  return windowState === 'open' && entryState !== 'submitted' && entryState !== 'passed';
}
